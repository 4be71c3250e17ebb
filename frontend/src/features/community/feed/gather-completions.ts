import type { FeedItem } from '@thirty/contracts/community/api.ts'

type Completion = Extract<FeedItem, { what: 'completed' }>

/** An activity; of completed days that follow each other, the newest with those before it: several people or several days. */
export type FeedRow = FeedItem & { gathered?: readonly Completion[] }

/** Gathers completed days, which have nothing to show, into one row: one day of all people, or all days of one person. */
export function gatherCompletions(items: readonly FeedItem[]): FeedRow[] {
  const rows: FeedRow[] = []
  for (const item of items) {
    const row = rows.at(-1)
    if (item.what === 'completed' && row?.what === 'completed' && belongsTo(row, item))
      rows[rows.length - 1] = { ...row, gathered: [...(row.gathered ?? []), item] }
    else rows.push(item)
  }
  return rows
}

function belongsTo(
  { gathered = [], ...first }: Completion & Pick<FeedRow, 'gathered'>,
  item: Completion,
): boolean {
  const all = [first, ...gathered]
  return all.every(({ day }) => day === item.day) || all.every(({ person }) => person.id === item.person.id)
}
