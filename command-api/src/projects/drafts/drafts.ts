// Loads, saves and discards the drafts of a user, and decides what becomes of their versions.

import {
  draftVersion,
  maxDraftBytes,
  maxDraftVersions,
  type DayDraft,
  type SaveDraftRequest,
  type DraftVersion,
} from '@thirty/contracts/projects/drafts-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import { z } from 'zod'
import { deviceName, deviceOf } from '../../device.ts'
import type { Parts } from '../../parts.ts'
import { isDayTaken } from '../project-commands.ts'

const collection = 'drafts'

/** Returns the drafts of a user. Throws `StoreUnavailable`. */
export const loadDrafts = async (documents: Pick<PersonalDocuments, 'load'>, user: string): Promise<Drafts> =>
  parseDrafts(await documents.load(user, collection))

/** Returns the names of the screenshots in the drafts of a user. Throws `StoreUnavailable`. */
export async function screenshotsInDrafts(documents: Pick<PersonalDocuments, 'load'>, user: string) {
  const drafts = await loadDrafts(documents, user)
  const contents = drafts.flatMap(({ versions }) => versions.map(({ content }) => content))
  return new Set(contents.flatMap(({ screenshot }) => (screenshot ? [imageOf(screenshot)] : [])))
}

const imageOf = ({ imageUrl }: { imageUrl: string }): string => imageUrl.replace('/uploads/', '')

type DraftKey = { user: string; day: number }
type SaveDraft = SaveDraftRequest & DraftKey & { userAgent: string | undefined }

/** Saves a version of a draft. Throws `quota-reached`, `invalid-fields`, `day-already-taken`, `not-signed-in`. */
export async function saveDraft(parts: Parts, save: SaveDraft): Promise<DayDraft> {
  const { commands, clock, personalDocuments, imageNames, isDeleted } = parts
  const { user, day, version, replaces, writtenAgoMs, userAgent, content } = save
  if (content.screenshot && !imageNames.isUploadedBy(imageOf(content.screenshot), user))
    refuseField('screenshot', 'uploadScreenshotFirst')
  const writtenAt = new Date(clock() - writtenAgoMs).toISOString()
  const saved = { version, writtenAt, device: deviceName(userAgent), ...deviceOf(userAgent), content }
  const draft = await changeDrafts(parts, save, (drafts) => saveVersion(drafts, day, saved, replaces))
  // Afterwards: a deletion or submission in between has removed the drafts before this one was stored.
  if (await isDeleted(user)) {
    await personalDocuments.removeAll(user)
    refuse('not-signed-in', 'authenticationFailed')
  }
  if (await isDayTaken(commands, { user, day })) {
    await removeDraft(parts, save)
    refuse('day-already-taken', 'dayTaken', { day })
  }
  publish(parts, user, draft)
  return draft
}

/** Discards versions of a draft; all of them without `versions`. */
export async function removeDraft(parts: Parts, key: DraftKey, versions?: readonly string[]) {
  const { user, day } = key
  const before = draftOfDay(await loadDrafts(parts.personalDocuments, user), day)
  if (before.versions.length === 0) return before
  const draft = await changeDrafts(parts, key, (drafts) => discardVersions(drafts, day, versions))
  publish(parts, user, draft)
  return draft
}

/** Returns the draft after the change. */
async function changeDrafts(parts: Parts, { user, day }: DraftKey, update: (drafts: Drafts) => Drafts) {
  const changed = await parts.personalDocuments.change(user, collection, (document) => {
    const drafts = update(parseDrafts(document))
    return drafts.length > 0 ? drafts : undefined
  })
  return draftOfDay(parseDrafts(changed), day)
}

function publish({ broadcast, clock }: Parts, user: string, { day, versions }: DayDraft): void {
  const version = versions[0]?.version ?? null
  broadcast(rooms.user(user), 'draft.changed', { day, version, at: new Date(clock()).toISOString() })
}

/** All drafts of a person, as they are stored: days ascending, the versions of a day newest first. */
export type Drafts = readonly DayDraft[]

/** A list from which the elements that cannot be read are left out. */
const readable = <Element extends z.ZodType>(element: Element) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((each) => element.safeParse(each).data ?? []))

const storedDrafts = readable(z.object({ day: z.int(), versions: readable(draftVersion) }))

/** Reads the stored document; no document means no drafts. Versions that cannot be read are left out, so that the others can be used. */
export const parseDrafts = (document: unknown): Drafts =>
  storedDrafts.parse(document).filter(({ versions }) => versions.length > 0)

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
  if (others.length >= maxDraftVersions) refuse('quota-reached', 'otherVersions', { count: others.length })
  const versions = [saved, ...others].toSorted(newestFirst)
  const changed = withDay(drafts, { day, versions })
  if (Buffer.byteLength(JSON.stringify(changed)) > maxDraftBytes) refuse('quota-reached', 'draftsTooLong')
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
