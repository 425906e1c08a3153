import type { OrderAlert } from './order-alert.ts';

/** Frequencies in hertz: rising for good news, falling when the customer has to choose. */
const NOTES: Readonly<Record<OrderAlert, readonly number[]>> = {
  arrived: [659, 880],
  delivered: [659, 880, 1_109],
  refunded: [659, 880],
  decision: [880, 659],
};
const NOTE_SECONDS = 0.18;
const LOUDNESS = 0.2;

let audio: AudioContext | null = null;

/** Plays the sound of an alert. Browsers play none before the customer's first click on the page. */
export function playChime(alert: OrderAlert): void {
  try {
    play(alert);
  } catch {
    // A device without sound: the title and the notification tell.
  }
}

function play(alert: OrderAlert): void {
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  void audio.resume();
  for (const [n, frequency] of NOTES[alert].entries()) {
    const [startsAt, endsAt] = [currentTime + n * NOTE_SECONDS, currentTime + (n + 1) * NOTE_SECONDS];
    const note = new OscillatorNode(audio, { type: 'sine', frequency });
    const gain = new GainNode(audio, { gain: LOUDNESS });
    gain.gain.setValueAtTime(LOUDNESS, startsAt);
    gain.gain.exponentialRampToValueAtTime(0.001, endsAt);
    note.connect(gain).connect(destination);
    note.start(startsAt);
    note.stop(endsAt);
  }
}
