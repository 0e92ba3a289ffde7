// The television of a night: the series' clock and region, and what every shared screen does.
import "./series.js";
import "./shared_screen.js";
