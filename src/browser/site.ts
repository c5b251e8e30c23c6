// Everything that runs in the browser, bundled into one file. Each element improves what works, or is absent, without.
import { CopyCode } from "./copy-code.ts";
import { SectionNav } from "./section-nav.ts";
import { TryIt } from "./try-it.ts";

customElements.define("copy-code", CopyCode);
customElements.define("section-nav", SectionNav);
customElements.define("try-it", TryIt);
