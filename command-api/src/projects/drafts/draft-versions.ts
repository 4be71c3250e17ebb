// The drafts of a person and their versions as one stored document. `drafts.ts` loads and stores it.

import {
  draftVersion,
  maxDraftBytes,
  maxDraftVersions,
  type DayDraft,
  type DraftVersion,
} from '@thirty/contracts/projects/drafts-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { z } from 'zod'

/** All drafts of a person, as they are stored: days ascending, the versions of a day newest first. */
export type Drafts = readonly DayDraft[]

/** Called with the number of versions that cannot be read, if there are any. */
export type OnUnreadable = (versions: number) => void

const storedDrafts = z.array(z.unknown())
const storedDay = z.object({ day: z.int(), versions: z.array(z.unknown()) })

/** Reads the stored document; no document means no drafts. Versions that cannot be read are left out, so that the others can be used. */
export function parseDrafts(document: unknown = [], onUnreadable?: OnUnreadable): Drafts {
  let unreadable = 0
  const readable = <Value>({ data }: { data?: Value | undefined }): Value[] => {
    if (data !== undefined) return [data]
    unreadable += 1
    return []
  }
  const days = readable(storedDrafts.safeParse(document)).flat()
  const drafts = days
    .flatMap((day) => readable(storedDay.safeParse(day)))
    .map(({ day, versions }) => ({
      day,
      versions: versions.flatMap((version) => readable(draftVersion.safeParse(version))),
    }))
    .filter(({ versions }) => versions.length > 0)
  if (unreadable > 0) onUnreadable?.(unreadable)
  return drafts
}

/** Returns the draft of a day; without versions if there is none. */
export const draftOfDay = (drafts: Drafts, day: number): DayDraft =>
  drafts.find((draft) => draft.day === day) ?? { day, versions: [] }

/**
 * Adds a version to the draft of a day in place of its source versions. Versions that were written without knowing of
 * each other stay beside each other, so that no text is lost; the newest one comes first. Throws `quota-reached`.
 */
export function saveVersion(
  drafts: Drafts,
  day: number,
  saved: DraftVersion,
  replaces: readonly string[],
): Drafts {
  const others = draftOfDay(drafts, day).versions.filter(
    (other) =>
      other.version !== saved.version && !replaces.includes(other.version) && !hasSameContent(other, saved),
  )
  if (others.length >= maxDraftVersions)
    refuse('quota-reached', say('otherVersions', { count: others.length }))
  const versions = [saved, ...others].toSorted(newestFirst)
  const changed = withDay(drafts, { day, versions })
  if (Buffer.byteLength(JSON.stringify(changed)) > maxDraftBytes)
    refuse('quota-reached', say('draftsTooLong'))
  return changed
}

/** Removes versions of the draft of a day; all of them without `versions`. */
export function discardVersions(drafts: Drafts, day: number, versions?: readonly string[]): Drafts {
  const kept = versions
    ? draftOfDay(drafts, day).versions.filter(({ version }) => !versions.includes(version))
    : []
  return withDay(drafts, { day, versions: kept })
}

const withDay = (drafts: Drafts, changed: DayDraft): Drafts =>
  [...drafts.filter(({ day }) => day !== changed.day), changed]
    .filter(({ versions }) => versions.length > 0)
    .toSorted((left, right) => left.day - right.day)

const hasSameContent = (left: DraftVersion, right: DraftVersion): boolean =>
  // Both come from the same schema, which fixes the order of the fields.
  JSON.stringify(left.content) === JSON.stringify(right.content)

const newestFirst = (left: DraftVersion, right: DraftVersion): number =>
  right.writtenAt.localeCompare(left.writtenAt) || left.version.localeCompare(right.version)
