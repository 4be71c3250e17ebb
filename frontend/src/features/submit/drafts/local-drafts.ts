import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { emptyDraft, type Draft } from './draft.ts'

/**
 * The draft of a day in this browser. `writtenAt` is in milliseconds since 1970. `base`: the versions of the account that the
 * text was made from, and the versions sent without an answer. `isSent`: whether the account has the text.
 */
export type LocalDraft = {
  draft: Draft
  writtenAt: number
  base: readonly string[]
  isSent: boolean
}
export type LocalDrafts = Readonly<Record<number, LocalDraft>>

const keyOf = (day: number): string => `thirty-submit-draft-${day}`
/** Earlier releases kept one draft, with its day in it. */
const oldKey = 'thirty-submit-draft'

/** Returns the drafts of this user on this device, by day. They survive a reload and a new tab. */
export function loadLocalDrafts(): LocalDrafts {
  adoptOldDraft()
  const days = Array.from({ length: totalDays }, (_, index) => index + 1)
  return Object.fromEntries(
    days.flatMap((day) => {
      const local = parse<LocalDraft>(deviceStorage.get(keyOf(day)))
      return local ? [[day, { ...local, draft: { ...emptyDraft, ...local.draft } }]] : []
    }),
  )
}

/** Stores the draft of a day; removes it without one. */
export function storeLocalDraft(day: number, local: LocalDraft | undefined): void {
  if (local === undefined) deviceStorage.remove(keyOf(day))
  else deviceStorage.set(keyOf(day), JSON.stringify({ ...local, user: ownUserId() }))
}

/** Whether the draft outlives this page. It does not if the browser blocks storage. */
export const isDraftStored = (day: number): boolean => deviceStorage.isStored(keyOf(day))

function adoptOldDraft(): void {
  const old = parse<Draft & { day?: number }>(deviceStorage.get(oldKey))
  if (old === undefined) return
  const { day, ...draft } = old
  if (day !== undefined && deviceStorage.get(keyOf(day)) === undefined)
    storeLocalDraft(day, { draft, writtenAt: Date.now(), base: [], isSent: false })
  deviceStorage.remove(oldKey)
}

/** Reads what this module wrote for this user; undefined for another one. */
function parse<Stored extends object>(text: string | undefined): Stored | undefined {
  if (text === undefined) return undefined
  try {
    // Safe because this module wrote it; fields that an earlier release did not have get their defaults.
    const { user, ...stored } = JSON.parse(text) as Stored & { user?: string }
    // Safe: all other fields are those of the type.
    return user === ownUserId() ? (stored as unknown as Stored) : undefined
  } catch {
    return undefined
  }
}
