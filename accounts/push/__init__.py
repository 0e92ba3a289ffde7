"""Web Push and mail: how somebody who is not here hears of a notice. See `docs/push.md`."""
