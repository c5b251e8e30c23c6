// Bundled for Chromium by browser.test.ts: react-tenor as people use it, with nothing changed but the address.
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { default as tenor } from "react-tenor";

const { baseUrl, key } = Object.fromEntries(new URLSearchParams(location.search));
const onSelect = ({ itemurl }) => (document.title = itemurl);
createRoot(document.querySelector("#app")).render(
  createElement(tenor.default, { base: baseUrl, token: key, onSelect }),
);
