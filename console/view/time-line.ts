type Backup = Readonly<{
  id: string;
  status: string;
  trigger: string;
  created_at: string;
  completed_at: string | null;
}>;
type Span = Readonly<{ from: string | null; until: string | null }>;

/** A backup on the line; `at` is from 0, the line's begin, to 100, now. */
type MarkOnLine = Readonly<{ id: string; at: number; status: string; moment: string }>;

/** A time line of what can be restored. */
type TimeLine = Readonly<{
  begin: number;
  marks: readonly MarkOnLine[];
  window: readonly [number, number] | undefined;
}>;

const LEAST_MS = 3_600_000;

/** Lays backups and the window that can be restored on a line that ends now, and begins with the oldest of them. */
export function timeLine(backups: readonly Backup[], { from, until }: Span, nowMs: number): TimeLine {
  const moments = backups.map((one) => one.completed_at ?? one.created_at);
  const begins = [...moments, ...(from === null ? [] : [from])].map((moment) => Date.parse(moment));
  const begin = Math.min(nowMs - LEAST_MS, ...begins);
  const place = (moment: string): number => {
    const share = (100 * (Date.parse(moment) - begin)) / (nowMs - begin);
    return Math.round(100 * Math.min(100, Math.max(0, share))) / 100;
  };
  return {
    begin,
    marks: backups.map(({ id, status }, index) => ({
      id,
      status,
      at: place(moments[index] ?? ""),
      moment: moments[index] ?? "",
    })),
    window: from === null || until === null ? undefined : [place(from), place(until)],
  };
}
