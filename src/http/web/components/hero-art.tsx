import { Face } from "./face.tsx";

// One "ha", drawn like the wordmark and repeated three times around the face, louder each time.
const HA = "M6 6v42M6 34c0-8 5-12.5 11-12.5S27 25.5 27 33v15M63 35a12.5 13 0 1 1-25 0 12.5 13 0 0 1 25 0ZM63 22v26";

const HAS = [
  { class: "ha ha-1", at: "translate(2 172) rotate(-24) scale(.75)" },
  { class: "ha ha-2", at: "translate(56 74) rotate(-15) scale(1.1)" },
  { class: "ha ha-3", at: "translate(318 6) rotate(12) scale(1.75)" },
];

/** A face that cannot hold it in. Decorative: the words beside it say what matters. */
export const HeroArt = () => (
  <div class="hero-art" aria-hidden="true">
    <svg class="hero-has" viewBox="0 0 460 370">
      {HAS.map(({ class: name, at }) => (
        <g transform={at}>
          <path class={name} d={HA} />
        </g>
      ))}
    </svg>
    <Face grade={5} />
  </div>
);
