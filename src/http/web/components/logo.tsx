import { logoPath } from "../../../core/site/logo-files.ts";
import { DEFAULT_NAME, type Logo } from "../../../entities/site-info.ts";
import type { Site } from "../frame.ts";
import { constant } from "../jsx-runtime.ts";

const WORDMARK = constant(
  <svg class="wordmark" viewBox="0 0 262 92" role="img" aria-label="Guffaw">
    <path class="wordmark-mouth" d="M62 26h34v15a17 17 0 0 1-34 0Z" />
    <path
      class="wordmark-tongue"
      d="M67.5 50.5c2.5-4.5 6.7-7 11.5-7s9 2.5 11.5 7A17 17 0 0 1 79 58a17 17 0 0 1-11.5-7.5Z"
    />
    <g class="wordmark-line">
      <path d="M45 41a17 17 0 1 1-34 0 17 17 0 0 1 34 0ZM45 25v41c0 11-7 19-17.5 19-7.5 0-13-3.5-16-9" />
      <path d="M62 25v16a17 17 0 0 0 34 0V25" />
      <path d="M115 58V25c0-10 5-16.5 15-16.5M141 58V25c0-10 5-16.5 15-16.5M105 30h46" />
      <path d="M195 41a17 17 0 1 1-34 0 17 17 0 0 1 34 0ZM195 25v33" />
      <path d="m209 25 10.5 33L232 29l12.5 29L255 25" />
    </g>
  </svg>,
);

/** The site's logo or name. Ours is drawn: its u is the open mouth. */
export const SiteMark = ({ site: { name, logo, root } }: { site: Site }) => {
  if (logo) return <LogoPicture root={root} logo={logo} alt={name} />;
  return name === DEFAULT_NAME ? WORDMARK : <span class="site-name">{name}</span>;
};

export const LogoPicture = ({ root, logo, alt }: { root: string; logo: Logo; alt: string }) => (
  <img class="logo" src={root + logoPath(logo)} width={logo.width} height={logo.height} alt={alt} />
);
