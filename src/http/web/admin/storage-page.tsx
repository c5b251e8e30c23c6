import type { StorageConfig } from "../../../config/storage.ts";
import type { StorageUse } from "../../../core/overview/read-storage.ts";
import type { Disk } from "../../../disks.ts";
import { ShareBar } from "../components/share-bar.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { bytesIn, timeIn } from "../../../words/amounts.ts";
import { AdminLayout, Fact } from "./admin-layout.tsx";
import { ForecastSection } from "./forecast-section.tsx";

const DAY_MS = 86_400_000;
const LONG_DAYS = 3650;

interface Props {
  frame: Frame;
  use: StorageUse;
  storage: StorageConfig;
  disks: Disk[];
}

export const StoragePage = ({ frame, use, storage, disks }: Props) => {
  const words = useWords();
  const { say } = words;
  return (
    <AdminLayout frame={frame} path="/admin/storage">
      <SettingsSection id="images" title={say("admin.images")} lead={say("admin.storage-lead")}>
        <dl class="facts">
          <ImageFacts frame={frame} use={use} storage={storage} disks={disks} />
        </dl>
      </SettingsSection>
      <SettingsSection id="database" title={say("admin.database")}>
        <dl class="facts">
          <Fact name={say("admin.storage-in-use")} value={bytesIn(words, use.databaseBytes)} hint={use.databaseName} />
        </dl>
      </SettingsSection>
      <ForecastSection frame={frame} use={use} disks={disks} />
      <SettingsSection id="disks" title={say("admin.storage-disks")}>
        {disks.length === 0 ? (
          <p>{say("admin.storage-no-disks")}</p>
        ) : (
          <ul class="rows">
            {disks.map((disk) => (
              <DiskItem disk={disk} />
            ))}
          </ul>
        )}
      </SettingsSection>
    </AdminLayout>
  );
};

const ImageFacts = ({ frame, use, storage }: Props) => {
  const words = useWords();
  const { say, count, ago } = words;
  const { stored, daysLeft } = use;
  const { growth } = use.forecast;
  const swept =
    stored && count("admin.storage-swept", stored.swept.files, { bytes: bytesIn(words, stored.swept.bytes) });
  return (
    <>
      <PlaceFact storage={storage} />
      <Fact
        name={say("admin.storage-in-use")}
        value={stored ? bytesIn(words, stored.kept.bytes) : say("admin.images-not-counted")}
        hint={
          stored
            ? count("admin.images-files", stored.kept.files, { ago: ago(stored.at, frame.now) })
            : say("admin.images-soon")
        }
      />
      {stored && (
        <Fact
          name={say("admin.storage-litter")}
          value={bytesIn(words, stored.young.bytes)}
          hint={[swept, ...(stored.young.files > 0 ? [count("admin.storage-young", stored.young.files)] : [])].join(
            ". ",
          )}
        />
      )}
      <GrowthFact growth={growth.images} />
      {daysLeft !== undefined && (
        <Fact
          name={say("admin.storage-left")}
          value={daysLeft > LONG_DAYS ? say("admin.storage-left-long") : timeIn(words, daysLeft * DAY_MS)}
          hint={say("admin.storage-left-hint")}
        />
      )}
    </>
  );
};

const PlaceFact = ({ storage }: { storage: StorageConfig }) => {
  const { say } = useWords();
  if (storage.kind === "filesystem")
    return <Fact name={say("admin.storage-where")} value={say("admin.storage-on-disk")} hint={storage.root} />;
  const { bucket, endpoint, region } = storage;
  return (
    <Fact
      name={say("admin.storage-where")}
      value="S3"
      hint={say("admin.storage-bucket", { bucket, place: endpoint ?? region })}
    />
  );
};

const GrowthFact = ({ growth }: { growth: number | undefined }) => {
  const words = useWords();
  const { say } = words;
  const name = say("admin.storage-growth");
  if (growth === undefined) return <Fact name={name} value="–" hint={say("admin.storage-growth-unknown")} />;
  if (growth <= 0) return <Fact name={name} value={say("admin.storage-growth-none")} />;
  return <Fact name={name} value={say("admin.storage-growth-day", { bytes: bytesIn(words, growth) })} />;
};

const DiskItem = ({ disk: { folder, free, size, database, images } }: { disk: Disk }) => {
  const words = useWords();
  const { say } = words;
  const holds = database && images ? "both" : database ? "database" : "images";
  return (
    <li class="row">
      <div class="row-text">
        <strong>{say(`admin.storage-disk-${holds}`)}</strong>
        <code>{folder}</code>
        <ShareBar share={size > 0 ? (size - free) / size : 1} />
        <span class="soft">
          {say("admin.storage-disk-used", {
            used: bytesIn(words, size - free),
            size: bytesIn(words, size),
            free: bytesIn(words, free),
          })}
        </span>
      </div>
    </li>
  );
};
