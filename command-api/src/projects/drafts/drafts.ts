// Loads, saves and discards the drafts of a user. `draft-versions.ts` decides what becomes of their versions.

import type { DayDraft, SaveDraftRequest } from '@thirty/contracts/projects/drafts-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import { deviceName, deviceOf } from '../../device.ts'
import type { With } from '../../parts.ts'
import { isDayTaken } from '../project-commands.ts'
import {
  discardVersions,
  draftOfDay,
  parseDrafts,
  saveVersion,
  type Drafts,
  type OnUnreadable,
} from './draft-versions.ts'

export type DraftParts = With<
  'commands' | 'clock' | 'personalDocuments' | 'imageNames' | 'isDeleted' | 'broadcast'
> & {
  onUnreadableDrafts?: OnUnreadable
}

const collection = 'drafts'

/** Returns the drafts of a user. Throws `StoreUnavailable`. */
export const loadDrafts = async (
  documents: Pick<PersonalDocuments, 'load'>,
  user: string,
  onUnreadable?: OnUnreadable,
): Promise<Drafts> => parseDrafts(await documents.load(user, collection), onUnreadable)

/** Returns the names of the screenshots in the drafts of a user. Throws `StoreUnavailable`. */
export async function screenshotsInDrafts(
  documents: Pick<PersonalDocuments, 'load'>,
  user: string,
): Promise<ReadonlySet<string>> {
  const drafts = await loadDrafts(documents, user)
  const contents = drafts.flatMap(({ versions }) => versions.map(({ content }) => content))
  return new Set(contents.flatMap(({ screenshot }) => (screenshot ? [imageOf(screenshot)] : [])))
}

const imageOf = ({ imageUrl }: { imageUrl: string }): string => imageUrl.replace('/uploads/', '')

type SaveDraft = SaveDraftRequest & { user: string; day: number; userAgent: string | undefined }

/** Saves a version of a draft. Throws `quota-reached`, `invalid-fields`, `day-already-taken`, `not-signed-in`. */
export async function saveDraft(deps: DraftParts, save: SaveDraft): Promise<DayDraft> {
  const { commands, clock, personalDocuments, imageNames, isDeleted } = deps
  const { user, day, version, replaces, writtenAgoMs, userAgent, content } = save
  if (content.screenshot && !imageNames.isUploadedBy(imageOf(content.screenshot), user))
    refuseField('screenshot', say('uploadScreenshotFirst'))
  const writtenAt = new Date(clock() - writtenAgoMs).toISOString()
  const saved = { version, writtenAt, device: deviceName(userAgent), ...deviceOf(userAgent), content }
  const draft = await changeDrafts(deps, user, day, (drafts) => saveVersion(drafts, day, saved, replaces))
  // Afterwards: a deletion or submission in between has removed the drafts before this one was stored.
  if (await isDeleted(user)) {
    await personalDocuments.removeAll(user)
    refuse('not-signed-in', say('authenticationFailed'))
  }
  if (await isDayTaken(commands, { user, day })) {
    await removeDraft(deps, user, day)
    refuse('day-already-taken', say('dayTaken', { day }))
  }
  publish(deps, user, draft)
  return draft
}

/** Discards versions of a draft; all of them without `versions`. */
export async function removeDraft(
  deps: Pick<DraftParts, 'personalDocuments' | 'broadcast' | 'clock' | 'onUnreadableDrafts'>,
  user: string,
  day: number,
  versions?: readonly string[],
): Promise<DayDraft> {
  const before = draftOfDay(await loadDrafts(deps.personalDocuments, user), day)
  if (before.versions.length === 0) return before
  const draft = await changeDrafts(deps, user, day, (drafts) => discardVersions(drafts, day, versions))
  publish(deps, user, draft)
  return draft
}

async function changeDrafts(
  { personalDocuments, onUnreadableDrafts }: Pick<DraftParts, 'personalDocuments' | 'onUnreadableDrafts'>,
  user: string,
  day: number,
  update: (drafts: Drafts) => Drafts,
): Promise<DayDraft> {
  let draft = draftOfDay([], day)
  await personalDocuments.change(user, collection, (document) => {
    const drafts = update(parseDrafts(document, onUnreadableDrafts))
    draft = draftOfDay(drafts, day)
    return drafts.length > 0 ? drafts : undefined
  })
  return draft
}

function publish(
  { broadcast, clock }: With<'broadcast' | 'clock'>,
  user: string,
  { day, versions }: DayDraft,
): void {
  const version = versions[0]?.version ?? null
  broadcast(rooms.user(user), 'draft.changed', { day, version, at: new Date(clock()).toISOString() })
}
