// Click queue of length one: the page is seen before its scripts are there, so what is pressed
// meanwhile is kept, and done then. A classic script, for modules come too late for this.
(() => {
  /** @type {(() => void) | null} */
  let kept = null;
  /** @param {Event} event */
  const hold = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** @param {MouseEvent} event */
  function press(event) {
    if (!(event.target instanceof Element)) return;
    const pressed = event.target.closest("[hx-post], form[hx-post] button, [data-open]");
    if (!(pressed instanceof HTMLElement) || pressed instanceof HTMLFormElement) return;
    hold(event);
    kept = () => pressed.isConnected && pressed.click();
  }
  /** @param {SubmitEvent} event */
  function send(event) {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || !form.matches("[hx-post]")) return;
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
