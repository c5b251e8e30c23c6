import { percent } from "./chart.tsx";

/** A share of the whole as a bar. Decorative: the number is beside it. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg class="share" aria-hidden="true">
    <rect class="share-all" width="100%" height="100%" rx="4" />
    <rect class="share-part" width={percent(share)} height="100%" rx="4" />
  </svg>
);
