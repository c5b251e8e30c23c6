// `npm run test:deploy` runs the files of deploy/ as far as this machine can. On Debian, it needs:
//   apt-get install nginx-light caddy haproxy buildah debootstrap curl openssl systemd prometheus
// Run it as root for the container. A check whose program is missing is skipped, and says so.
import { runChecks } from "../run-checks.ts";
import { container } from "./container.ts";
import { install } from "./install.ts";
import { manifests } from "./manifests.ts";
import { caddy, haproxy, nginx } from "./proxies.ts";
import { units } from "./units.ts";
import { watching } from "./watching.ts";

await runChecks("npm run test:deploy", [install, units, nginx, caddy, haproxy, manifests, watching, container]);
