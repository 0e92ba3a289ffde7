// Sound output, with Web Audio: the volume, the small room in which everything sounds, and what may sound.
// Nothing sounds before the first press, and never more than two at once.
import { SOUNDS } from "./sound_effects.js";

const KEY = "courtyard-muted";
const VOLUME = "courtyard-volume"; // from 0 to 1
const LOUD = 0.25; // about −12 dBFS
const ROOM = 0.4; // seconds until the room is silent
const WET = 0.35; // of a sound, what the room gives back
const AT_ONCE = 2;

/** @typedef {{ context: AudioContext, out: GainNode, room: AudioNode, noise: AudioBuffer }} Desk */
/** @type {Desk | null} */
let desk = null;
/** @type {number[]} */
let ends = []; // when each running sound will be over

export function volume() {
  try {
    return Number(localStorage.getItem(VOLUME) ?? 1);
  } catch {
    return 1;
  }
}

/** @param {number} value */
export function setVolume(value) {
  try {
    localStorage.setItem(VOLUME, String(value));
  } catch {
    // without storage the choice lasts as long as the page
  }
  if (desk) desk.out.gain.value = LOUD * value;
}

/**
 * Noise, even or dying away as in a room.
 * @param {BaseAudioContext} context
 * @param {number} seconds
 * @param {(part: number) => number} loud from 0 at its beginning to 1 at its end
 * @param {number} [channels]
 */
function noiseOf(context, seconds, loud, channels = 1) {
  const length = Math.round(context.sampleRate * seconds);
  const buffer = context.createBuffer(channels, length, context.sampleRate);
  for (let channel = 0; channel < channels; channel++) {
    const samples = buffer.getChannelData(channel);
    for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * loud(i / length);
  }
  return buffer;
}

// A courtyard's stone: a short tail, duller than what made it, on both sides.
/** @param {BaseAudioContext} context @param {AudioNode} out */
function roomOf(context, out) {
  const echo = context.createConvolver();
  echo.buffer = noiseOf(context, ROOM, (part) => (1 - part) ** 4, 2);
  const dull = context.createBiquadFilter();
  dull.type = "lowpass";
  dull.frequency.value = 3200;
  const wet = context.createGain();
  wet.gain.value = WET;
  echo.connect(dull).connect(wet).connect(out);
  return echo;
}

function wake() {
  if (desk) {
    if (desk.context.state === "suspended") desk.context.resume().catch(() => {});
    return;
  }
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  const context = new Context();
  const out = context.createGain();
  out.gain.value = LOUD * volume();
  // Layers that meet are held together, not cut off.
  out.connect(context.createDynamicsCompressor()).connect(context.destination);
  const noise = noiseOf(context, 0.5, () => 1);
  desk = { context, out, room: roomOf(context, out), noise };
}
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, wake, { capture: true, passive: true });
}

// What was chosen in this browser stands over what the account says.
export function muted() {
  let kept = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // storage may be shut; then the account's word counts
  }
  return kept === null ? document.documentElement.dataset.sound === "off" : kept === "yes";
}

export function toggle() {
  const now = !muted();
  document.documentElement.dataset.sound = now ? "off" : "on";
  try {
    localStorage.setItem(KEY, now ? "yes" : "no");
  } catch {
    // without storage the choice lasts as long as the page
  }
}

// Play a sound by name; `quiet` is for what others do, 3 dB softer than one's own.
/** @param {string} name */
export function play(name, { quiet = false } = {}) {
  if (!SOUNDS[name] || muted() || desk?.context.state !== "running") return;
  const now = desk.context.currentTime;
  ends = ends.filter((end) => end > now);
  if (ends.length >= AT_ONCE) return;
  const into = desk.context.createGain();
  into.gain.value = quiet ? 0.7 : 1;
  into.connect(desk.out);
  into.connect(desk.room);
  ends.push(now + SOUNDS[name]({ source: desk, into }, now + 0.005));
}
