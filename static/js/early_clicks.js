// The page is seen before its scripts are there. What is pressed meanwhile is kept, and done then.
(() => {
  let kept = null;
  const hold = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  function press(event) {
    const pressed = event.target.closest?.("[hx-post], form[hx-post] button, [data-open]");
    if (!pressed || pressed instanceof HTMLFormElement) return;
    hold(event);
    kept = () => pressed.isConnected && pressed.click();
  }
  function send(event) {
    const { target: form, submitter } = event;
    if (!form.matches("[hx-post]")) return;
    hold(event);
    kept = () => form.isConnected && form.requestSubmit(submitter?.isConnected ? submitter : null);
  }
  addEventListener("click", press, true);
  addEventListener("submit", send, true);
  // Every other script has run by then; htmx itself begins with this same event.
  addEventListener("DOMContentLoaded", () =>
    setTimeout(() => {
      removeEventListener("click", press, true);
      removeEventListener("submit", send, true);
      kept?.();
    }),
  );
})();
