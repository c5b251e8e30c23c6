import { dayOf, DAYS, growthOn, type Forecast } from "../../../core/overview/forecast.ts";
import type { StorageUse } from "../../../core/overview/read-storage.ts";
import type { Disk } from "../../../disks.ts";
import type { Size } from "../../../entities/size.ts";
import { bytesIn } from "../../../words/amounts.ts";
import type { Words } from "../../../words/words.ts";
import { LineChart, linear } from "../components/line-chart.tsx";
import type { Frame } from "../frame.ts";
import { SettingsSection } from "../settings/settings-layout.tsx";
import { useWords } from "../use-words.tsx";
import { Fact } from "./admin-layout.tsx";

const DAY_MS = 86_400_000;
const WEEK = 7;
const AHEAD = [30, 90];
/** A disk many times as large would flatten what is stored on it. */
const MAX_ROOM = 3;

interface Props {
  frame: Frame;
  use: StorageUse;
  disks: readonly Disk[];
}

/** How much will be stored, and whether it fits. */
export const ForecastSection = ({ frame, use, disks }: Props) => {
  const { say } = useWords();
  const { sizes, growth } = use.forecast;
  const title = say("admin.forecast");
  if (growth.database === undefined && growth.images === undefined)
    return <SettingsSection id="forecast" title={title} lead={say("admin.forecast-soon")} />;
  const days = dayOf(frame.now) - sizes[0]!.day;
  return (
    <SettingsSection id="forecast" title={title} lead={say("admin.forecast-lead", { days: Math.max(1, days) })}>
      <dl class="facts">
        {AHEAD.map((ahead) => (
          <ExpectedFact use={use} disks={disks} ahead={ahead} />
        ))}
      </dl>
      <SizeChart frame={frame} use={use} disks={disks} />
    </SettingsSection>
  );
};

const ExpectedFact = ({ use, disks, ahead }: Omit<Props, "frame"> & { ahead: number }) => {
  const words = useWords();
  const { say, count } = words;
  const { database, images } = expected(use, ahead);
  const parts = say("admin.forecast-parts", { images: bytesIn(words, images), database: bytesIn(words, database) });
  const left = leftOn(disks, use.forecast, ahead);
  return (
    <Fact
      name={count("admin.forecast-in", ahead)}
      value={bytesIn(words, database + images)}
      hint={hintOf(words, parts, left)}
      bad={left !== undefined && left < 0}
    />
  );
};

function hintOf(words: Words, parts: string, left: number | undefined): string {
  if (left === undefined) return parts;
  if (left < 0) return words.say("admin.forecast-full", { parts, missing: bytesIn(words, -left) });
  return words.say("admin.forecast-left", { parts, free: bytesIn(words, left) });
}

/** What will be stored after so many days, if all goes on like this. Nothing is expected to shrink. */
function expected({ databaseBytes, stored, forecast: { growth } }: StorageUse, ahead: number) {
  return {
    database: databaseBytes + Math.max(0, growth.database ?? 0) * ahead,
    images: (stored?.kept.bytes ?? 0) + Math.max(0, growth.images ?? 0) * ahead,
  };
}

/** Space that will be left on the disk that is full first. */
function leftOn(disks: readonly Disk[], { growth }: Forecast, ahead: number): number | undefined {
  if (disks.length === 0) return undefined;
  return Math.min(...disks.map((disk) => disk.free - (growthOn(disk, growth) ?? 0) * ahead));
}

const totalOf = ({ databaseBytes = 0, imageBytes = 0 }: Size) => databaseBytes + imageBytes;

const SizeChart = ({ frame, use, disks }: Props) => {
  const words = useWords();
  const { say } = words;
  const today = dayOf(frame.now);
  const [now, last] = [totalAfter(use, 0), totalAfter(use, DAYS)];
  const room = roomFor(disks, now);
  const short = new Intl.DateTimeFormat(words.locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const written = (bytes: number) => bytesIn(words, bytes);
  const showsRoom = room !== undefined && room <= last * MAX_ROOM;
  const kinds = ["measured", "expected", ...(showsRoom ? (["room"] as const) : [])] as const;
  return (
    <LineChart
      id="chart-sizes"
      title={say("admin.sizes-chart")}
      note={say("admin.sizes-note")}
      summary={say("admin.sizes-says", {
        now: written(now),
        when: short.format(frame.now),
        later: written(last),
        ahead: DAYS,
      })}
      of={say("admin.sizes-day")}
      lines={kinds.map((kind) => ({ kind, name: say(`admin.sizes-${kind}`) }))}
      points={weeksAround(use, today).map(({ day, measured, expected: later }) => {
        const name = short.format(day * DAY_MS);
        const bytes = measured ?? later;
        return {
          label: name,
          name,
          hint: bytes === undefined ? undefined : say("admin.sizes-point", { when: name, bytes: written(bytes) }),
          values: [measured, later, ...(showsRoom ? [room] : [])],
        };
      })}
      written={written}
      scale={linear}
      every={4}
      wide
    />
  );
};

const totalAfter = (use: StorageUse, ahead: number) => {
  const { database, images } = expected(use, ahead);
  return database + images;
};

/** What fits on the disk, if one disk holds everything. */
function roomFor(disks: readonly Disk[], now: number): number | undefined {
  const disk = disks.find(({ database, images }) => database && images);
  return disk && disk.free + now;
}

interface Week {
  day: number;
  measured: number | undefined;
  expected: number | undefined;
}

/** One point a week: what was measured, then what is expected. They meet today. */
function weeksAround(use: StorageUse, today: number): Week[] {
  const { sizes } = use.forecast;
  const back = Math.floor((today - sizes[0]!.day) / WEEK);
  const ahead = Math.ceil(DAYS / WEEK);
  return Array.from({ length: back + 1 + ahead }, (_, i) => {
    const day = today + (i - back) * WEEK;
    const found = day === today ? undefined : sizes.findLast((size) => size.day <= day && size.day > day - WEEK);
    return {
      day,
      measured: day === today ? totalAfter(use, 0) : found && totalOf(found),
      expected: day < today ? undefined : totalAfter(use, day - today),
    };
  });
}
