// Sound effects, synthesised with Web Audio: small, dry, no files, no licences.
// Nothing sounds before the first press, and never more than two at once.

const KEY = "courtyard-muted";
const LOUD = 0.25; // about −12 dBFS
const AT_ONCE = 2;

/** @typedef {{ context: AudioContext, out: GainNode, noise: AudioBuffer }} Desk */
/** @type {Desk | null} */
let desk = null;
/** @type {number[]} */
let ends = []; // when each running sound will be over

function wake() {
  if (desk) {
    if (desk.context.state === "suspended") desk.context.resume().catch(() => {});
    return;
  }
  const Context = window.AudioContext ?? window.webkitAudioContext;
  if (!Context) return;
  const context = new Context();
  const out = context.createGain();
  out.gain.value = LOUD;
  out.connect(context.destination);
  const noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  desk = { context, out, noise };
}
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, wake, { capture: true, passive: true });
}

/**
 * @typedef {object} Shape
 * @property {AudioNode} into
 * @property {number} frequency
 * @property {number} [to] where the frequency glides
 * @property {number} [peak]
 * @property {number} [seconds]
 */

// A gain that jumps up and dies away; every sound is shaped by it.
/** @param {BaseAudioContext} context @param {number} at @param {number} peak @param {number} seconds */
function fade(context, at, peak, seconds, attack = 0.002) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + attack + seconds);
  return gain;
}

/** @param {number} at @param {Shape & { q?: number }} shape */
function hiss(at, { frequency, q = 1, peak = 1, seconds = 0.04, to = frequency, into }) {
  if (!desk) return;
  const { context } = desk;
  const source = context.createBufferSource();
  source.buffer = desk.noise;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = q;
  band.frequency.setValueAtTime(frequency, at);
  band.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source
    .connect(band)
    .connect(fade(context, at, peak, seconds))
    .connect(into);
  source.start(at, Math.random() * 0.2, seconds + 0.05);
}

/** @param {number} at @param {Shape & { type?: OscillatorType, attack?: number }} shape */
function tone(
  at,
  { frequency, type = "sine", peak = 0.6, seconds = 0.12, to = frequency, attack, into },
) {
  if (!desk) return;
  const { context } = desk;
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fade(context, at, peak, seconds, attack)).connect(into);
  source.start(at);
  source.stop(at + seconds + 0.05);
}

// A string plucked like an oud: a bright start, then a warm tail.
/** @param {number} at @param {number} frequency @param {AudioNode} into */
function pluck(at, frequency, into, peak = 0.5) {
  tone(at, { frequency, type: "triangle", peak, seconds: 0.4, into });
  tone(at, { frequency: frequency * 2, peak: peak * 0.35, seconds: 0.16, into });
  hiss(at, { frequency: frequency * 4, q: 2, peak: peak * 0.3, seconds: 0.02, into });
}

// Each takes the moment to start and where to go, and says how long it lasts.
/** @type {Record<string, (at: number, into: AudioNode) => number>} */
const SOUNDS = {
  card(at, into) {
    hiss(at, { frequency: 2600, to: 1400, q: 0.9, peak: 0.9, seconds: 0.04, into });
    return 0.1;
  },
  deal(at, into) {
    for (let i = 0; i < 4; i++)
      hiss(at + i * 0.055, {
        frequency: 2900 - i * 120,
        to: 1700,
        peak: 0.55,
        seconds: 0.03,
        into,
      });
    return 0.3;
  },
  domino(at, into) {
    tone(at, { frequency: 900, type: "square", peak: 0.4, seconds: 0.004, into });
    tone(at + 0.012, { frequency: 1400, type: "square", peak: 0.35, seconds: 0.004, into });
    tone(at, { frequency: 320, to: 240, peak: 0.7, seconds: 0.07, into });
    return 0.14;
  },
  die(at, into) {
    let when = at;
    for (let i = 0; i < 5; i++) {
      hiss(when, {
        frequency: 1500 + Math.random() * 1300,
        q: 5,
        peak: 0.9 - i * 0.13,
        seconds: 0.018,
        into,
      });
      tone(when, {
        frequency: 420 + Math.random() * 160,
        peak: 0.35 - i * 0.05,
        seconds: 0.03,
        into,
      });
      when += 0.045 + Math.random() * 0.05;
    }
    return when - at + 0.1;
  },
  thud(at, into) {
    tone(at, { frequency: 120, to: 48, peak: 1, seconds: 0.16, into });
    hiss(at, { frequency: 240, q: 1, peak: 0.5, seconds: 0.03, into });
    return 0.25;
  },
  coin(at, into) {
    tone(at, { frequency: 1320, peak: 0.4, seconds: 0.12, into });
    tone(at + 0.03, { frequency: 1980, peak: 0.35, seconds: 0.12, into });
    return 0.22;
  },
  turn(at, into) {
    pluck(at, 293.66, into);
    pluck(at + 0.14, 440, into, 0.45);
    return 0.6;
  },
  error(at, into) {
    tone(at, { frequency: 150, to: 90, peak: 0.9, seconds: 0.09, into });
    hiss(at, { frequency: 300, q: 1.5, peak: 0.4, seconds: 0.03, into });
    return 0.18;
  },
  // D, E flat, F sharp, G: the opening of maqam Hijaz.
  win(at, into) {
    for (const [i, frequency] of [293.66, 311.13, 369.99, 392].entries()) {
      pluck(at + i * 0.13, frequency, into, 0.55);
    }
    return 1;
  },
  tick(at, into) {
    tone(at, { frequency: 1100, peak: 0.3, seconds: 0.02, into });
    return 0.06;
  },
  chat(at, into) {
    tone(at, { frequency: 660, to: 880, peak: 0.3, seconds: 0.08, attack: 0.01, into });
    return 0.14;
  },
};

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
  const volume = desk.context.createGain();
  volume.gain.value = quiet ? 0.7 : 1;
  volume.connect(desk.out);
  ends.push(now + SOUNDS[name](now + 0.005, volume));
}
