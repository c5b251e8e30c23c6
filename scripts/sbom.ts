// `npm run --silent sbom` prints a CycloneDX 1.6 bill of materials for production, from the lock file alone.
import lock from "../package-lock.json" with { type: "json" };

interface Package {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const packages = lock.packages as unknown as Record<string, Package>;
const runtime = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);

const nameOf = (path: string) => packages[path]!.name ?? path.slice(path.lastIndexOf("node_modules/") + 13);
const purlOf = (path: string) => `pkg:npm/${nameOf(path).replace("@", "%40")}@${packages[path]!.version}`;

function component(path: string) {
  const { version, license, integrity, optional } = packages[path]!;
  const [name, group] = nameOf(path).split("/").reverse();
  return {
    type: "library",
    "bom-ref": purlOf(path),
    ...(group ? { group } : {}),
    name,
    version,
    // Most optional packages are for other platforms.
    scope: optional ? "optional" : "required",
    ...(integrity ? { hashes: integrity.split(" ").map(hashOf) } : {}),
    ...(license ? { licenses: [licenseOf(license)] } : {}),
    purl: purlOf(path),
  };
}

function hashOf(integrity: string) {
  const [algorithm, base64] = integrity.split(/-(.*)/s);
  const content = Buffer.from(base64!, "base64").toString("hex");
  return { alg: algorithm!.toUpperCase().replace("SHA", "SHA-"), content };
}

const licenseOf = (text: string) => (text.includes(" ") ? { expression: text } : { license: { id: text } });

/** Like Node: the nearest parent folder that has it. */
function resolve(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return undefined;
  }
}

function dependsOn(path: string): string[] {
  const { dependencies, optionalDependencies } = packages[path]!;
  const paths = Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => resolve(path, name));
  return [...new Set(paths.flatMap((one) => (one && !packages[one]!.dev ? [purlOf(one)] : [])))].sort();
}

const self = packages[""]!;
const root = `pkg:npm/${lock.name}@${self.version}`;
const bill = {
  $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    lifecycles: [{ phase: "pre-build" }],
    component: {
      type: "application",
      "bom-ref": root,
      name: lock.name,
      version: self.version,
      licenses: [licenseOf(self.license ?? "MIT")],
      purl: root,
    },
  },
  components: [...new Map(runtime.map(([path]) => [purlOf(path), component(path)])).values()],
  dependencies: [
    { ref: root, dependsOn: dependsOn("") },
    ...new Map(runtime.map(([path]) => [purlOf(path), { ref: purlOf(path), dependsOn: dependsOn(path) }])).values(),
  ],
};
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
