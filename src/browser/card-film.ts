const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Some people pay for what they load, and say so. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Films by how much of them is in view. */
const VISIBLE = 0.5;
const watch = new IntersectionObserver(
  (entries) => entries.forEach(({ target, intersectionRatio }) => (target as CardFilm).see(intersectionRatio)),
  { threshold: [0, VISIBLE] },
);

/** A video in a list: plays without sound while it is in view. Its button stops it, and starts it where it would not. */
export class CardFilm extends HTMLElement {
  #inView = false;
  /** Undefined until somebody presses the button. */
  #wanted: boolean | undefined;

  connectedCallback() {
    const film = this.#film;
    film.addEventListener("playing", this.#tell);
    film.addEventListener("pause", this.#tell);
    this.#button?.addEventListener("click", this.#press);
    STILL.addEventListener("change", this.#decide);
    watch.observe(this);
  }

  disconnectedCallback() {
    watch.unobserve(this);
    STILL.removeEventListener("change", this.#decide);
    this.#button?.removeEventListener("click", this.#press);
    this.#film.pause();
  }

  see(ratio: number) {
    this.#inView = ratio >= VISIBLE;
    this.#decide();
  }

  get #film() {
    return this.querySelector("video")!;
  }

  get #button() {
    return this.closest("[data-stage]")?.querySelector<HTMLElement>("[data-film-button]");
  }

  #press = () => {
    this.#wanted = this.#film.paused;
    this.#decide();
  };

  #decide = () => {
    const film = this.#film;
    if (!this.#inView || !(this.#wanted ?? !(STILL.matches || savesData()))) return film.pause();
    // What came with a later page may have forgotten it.
    film.muted = true;
    // A phone that saves power refuses. Then the button is there.
    film.play().catch(() => {});
  };

  /** Covers the poster once it has something to show. */
  #tell = () => {
    const isPlaying = !this.#film.paused;
    if (isPlaying) this.dataset.shown = "";
    this.closest<HTMLElement>("[data-stage]")?.toggleAttribute("data-playing", isPlaying);
    this.#button?.setAttribute("aria-pressed", String(isPlaying));
  };
}
