// Sound effects: what each is made of. Layers of oscillators and filtered noise, no files, no licences.
//
// A thing that is struck rings at several pitches at once, the higher ones shorter: that is its body.
// What slides is noise through a filter that moves. Nothing lives below 200 Hz alone: a phone cannot say it.

/** @typedef {{ context: BaseAudioContext, noise: AudioBuffer }} Source */
/** @typedef {{ source: Source, into: AudioNode }} Place where it is made, and where it goes */

// A gain that jumps up and dies away; every layer is shaped by it.
/** @param {BaseAudioContext} context @param {number} at @param {number} peak @param {number} seconds */
function fade(context, at, peak, seconds, attack = 0.002) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(peak, 0.0002), at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + attack + seconds);
  return gain;
}

/**
 * @typedef {object} Hiss
 * @property {number} frequency of the filter
 * @property {number} [to] where it glides
 * @property {number} [q]
 * @property {number} [peak]
 * @property {number} [seconds]
 * @property {number} [attack]
 */
/** @param {Place} place @param {number} at @param {Hiss} shape */
function hiss(
  { source: { context, noise }, into },
  at,
  { frequency, to = frequency, q = 1, peak = 1, seconds = 0.04, attack },
) {
  const source = context.createBufferSource();
  source.buffer = noise;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = q;
  band.frequency.setValueAtTime(frequency, at);
  band.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source
    .connect(band)
    .connect(fade(context, at, peak, seconds, attack))
    .connect(into);
  source.start(at, Math.random() * 0.2, seconds + 0.1);
}

/**
 * @typedef {object} Tone
 * @property {number} frequency
 * @property {number} [to] where it glides
 * @property {OscillatorType} [type]
 * @property {number} [peak]
 * @property {number} [seconds]
 * @property {number} [attack]
 */
/** @param {Place} place @param {number} at @param {Tone} shape */
function tone(
  { source: { context }, into },
  at,
  { frequency, to = frequency, type = "sine", peak = 0.6, seconds = 0.12, attack },
) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(frequency, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fade(context, at, peak, seconds, attack)).connect(into);
  source.start(at);
  source.stop(at + seconds + 0.1);
}

/** How a material rings: multiples of its lowest pitch. */
const WOOD = [1, 2.57, 4.9];
const BONE = [1, 2.76, 5.4];
const METAL = [1, 1.51, 2.48, 3.87];

/**
 * @param {Place} place
 * @param {number} at
 * @param {{ material: number[], frequency: number, peak?: number, seconds: number }} shape
 */
function strike(place, at, { material, frequency, peak = 0.6, seconds }) {
  for (const [i, multiple] of material.entries()) {
    const share = 1 / (1 + i * 1.3);
    const layer = { peak: peak * share, seconds: seconds * share };
    tone(place, at, { frequency: frequency * multiple, ...layer });
  }
  hiss(place, at, { frequency: frequency * 6, q: 0.7, peak: peak * 0.5, seconds: 0.008 });
}

// A card on felt: it slides, and its edge taps the table below.
/** @param {Place} place @param {number} at */
function slide(place, at, peak = 1.4) {
  hiss(place, at, { frequency: 3800, to: 1100, q: 0.6, peak, seconds: 0.07, attack: 0.012 });
  strike(place, at + 0.05, { material: WOOD, frequency: 240, peak: peak * 0.4, seconds: 0.06 });
}

// A string plucked like an oud: two courses a hair apart, a bright start, a warm tail.
/** @param {Place} place @param {number} at @param {number} frequency */
function pluck(place, at, frequency, peak = 0.5, seconds = 0.6) {
  for (const apart of [0.998, 1.003]) {
    const course = { frequency: frequency * apart, peak: peak * 0.5, seconds };
    tone(place, at, { type: "triangle", ...course });
  }
  tone(place, at, { frequency: frequency / 2, peak: peak * 0.3, seconds: seconds * 0.8 });
  tone(place, at, { frequency: frequency * 2, peak: peak * 0.3, seconds: seconds * 0.35 });
  tone(place, at, { frequency: frequency * 3, peak: peak * 0.14, seconds: seconds * 0.2 });
  hiss(place, at, { frequency: frequency * 5, q: 2, peak: peak * 0.35, seconds: 0.02 });
}

/** @param {number} spread */
const about = (spread) => 1 + (Math.random() - 0.5) * spread; // no two are quite alike

// Each takes the moment to start, and says how long it lasts.
/** @type {Record<string, (place: Place, at: number) => number>} */
export const SOUNDS = {
  card(place, at) {
    slide(place, at);
    return 0.2;
  },
  // Two cards swept from the felt into a pile.
  take(place, at) {
    hiss(place, at, { frequency: 900, to: 3400, q: 0.7, peak: 0.7, seconds: 0.13, attack: 0.04 });
    strike(place, at + 0.15, { material: WOOD, frequency: 230, peak: 0.45, seconds: 0.07 });
    strike(place, at + 0.19, { material: WOOD, frequency: 290, peak: 0.3, seconds: 0.05 });
    return 0.32;
  },
  deal(place, at) {
    for (let i = 0; i < 4; i++) slide(place, at + i * 0.06 * about(0.2), 0.8);
    return 0.4;
  },
  domino(place, at) {
    strike(place, at, { material: BONE, frequency: 540 * about(0.06), peak: 0.9, seconds: 0.09 });
    strike(place, at + 0.014, { material: BONE, frequency: 700, peak: 0.5, seconds: 0.05 });
    tone(place, at, { frequency: 230, to: 160, peak: 0.6, seconds: 0.1 });
    return 0.24;
  },
  die(place, at) {
    let when = at;
    for (let i = 0; i < 7; i++) {
      const peak = 0.55 - i * 0.06;
      strike(place, when, { material: BONE, frequency: 430 * about(0.5), peak, seconds: 0.035 });
      tone(place, when, { frequency: 110 * about(0.3), peak: peak * 0.7, seconds: 0.06 });
      when += 0.04 + Math.random() * 0.05;
    }
    return when - at + 0.15;
  },
  thud(place, at) {
    tone(place, at, { frequency: 190, to: 70, peak: 0.7, seconds: 0.24 });
    strike(place, at, { material: WOOD, frequency: 260, peak: 1, seconds: 0.2 });
    hiss(place, at, { frequency: 420, q: 0.8, peak: 0.7, seconds: 0.05 });
    return 0.4;
  },
  coin(place, at) {
    strike(place, at, { material: METAL, frequency: 1320, peak: 0.3, seconds: 0.3 });
    strike(place, at + 0.06, { material: METAL, frequency: 1760, peak: 0.3, seconds: 0.42 });
    tone(place, at, { frequency: 440, peak: 0.12, seconds: 0.12 });
    return 0.5;
  },
  turn(place, at) {
    pluck(place, at, 293.66, 0.5);
    pluck(place, at + 0.14, 440, 0.45);
    return 0.8;
  },
  right(place, at) {
    pluck(place, at, 392, 0.4, 0.4);
    pluck(place, at + 0.09, 587.33, 0.45, 0.6);
    return 0.7;
  },
  error(place, at) {
    tone(place, at, { frequency: 330, to: 196, type: "triangle", peak: 0.9, seconds: 0.16 });
    strike(place, at, { material: WOOD, frequency: 220, peak: 0.5, seconds: 0.08 });
    return 0.25;
  },
  // D, E flat, F sharp, G: the opening of maqam Hijaz, and the octave rings on below it.
  win(place, at) {
    for (const [i, frequency] of [293.66, 311.13, 369.99, 392].entries()) {
      pluck(place, at + i * 0.13, frequency, 0.5, 0.7);
    }
    for (const frequency of [146.83, 220, 293.66, 587.33]) {
      pluck(place, at + 0.56, frequency, 0.3, 1.2);
    }
    hiss(place, at + 0.56, { frequency: 5200, to: 8000, q: 3, peak: 0.12, seconds: 0.5 });
    return 1.7;
  },
  // The same way down, slower, and it stays low.
  lose(place, at) {
    for (const [i, frequency] of [369.99, 311.13, 293.66, 220].entries()) {
      pluck(place, at + i * 0.2, frequency, 0.4, 0.8);
    }
    tone(place, at + 0.6, { frequency: 110, peak: 0.25, seconds: 0.9, attack: 0.05 });
    return 1.6;
  },
  tick(place, at) {
    strike(place, at, { material: WOOD, frequency: 620, peak: 0.6, seconds: 0.05 });
    return 0.1;
  },
  chat(place, at) {
    tone(place, at, { frequency: 660, to: 880, peak: 0.4, seconds: 0.1, attack: 0.01 });
    tone(place, at + 0.06, { frequency: 1320, peak: 0.12, seconds: 0.16, attack: 0.01 });
    return 0.25;
  },
};
