"""The lobby's live list in the browser: rows come, change, move and go; the reader stays."""

from playwright.sync_api import expect

from tests.end_to_end.conftest import Arrive

SOCKETS = """() => {
  window.frames_heard = [];
  window.sockets = [];
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(url, kinds) {
      super(url, kinds);
      window.sockets.push(this);
      this.addEventListener("message", ({ data }) => window.frames_heard.push(data));
    }
  };
}"""

BREAK = """() => {
  window.frames_heard = [];
  const socket = window.sockets.at(-1);
  socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
  socket.close();
}"""
"""As a browser tells of a line that broke."""


def test_the_list_changes_around_the_reader(arrive: Arrive) -> None:
    """Keyboard focus stays on its row while that row changes and moves."""
    host, guest, reader = arrive(), arrive(), arrive(known=False)
    reader.context.add_init_script(f"({SOCKETS})()")
    first = host.open_table(seats="3")
    reader.go("/")
    row = reader.see(f"#t-{first}")
    expect(row).to_contain_text("2 free chairs")
    assert f"t-{first}." in reader.page.evaluate("() => window.sockets[0].url")
    row.evaluate("(node) => { node.known = true; }")
    link = row.locator("a")
    link.focus()

    second = guest.open_table(seats="3")
    expect(reader.see(f"#t-{second}")).to_be_visible()
    frame = reader.page.evaluate("() => window.frames_heard.at(-1)")
    assert f'<li id="t-{first}" data-same></li>' in frame and host.name not in frame
    guest.post(f"/t/{second}/leave/")
    guest.post(f"/t/{first}/sit/")
    expect(row).to_contain_text("1 free chair")
    expect(reader.see(f"#t-{second}")).to_have_count(0)
    expect(link).to_be_focused()
    assert row.evaluate("(node) => node.known === true"), "the row is the same element"

    # A line that broke comes back, and the page is told what it missed, and no more.
    reader.page.evaluate(BREAK)
    third = arrive().open_table()
    expect(reader.see(f"#t-{third}")).to_be_visible()
    heard = reader.page.evaluate("() => window.frames_heard")
    assert not any(host.name in frame for frame in heard), "what the page had is not sent again"
    expect(link).to_be_focused()
