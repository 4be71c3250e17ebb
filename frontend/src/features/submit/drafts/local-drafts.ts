import { newIdempotencyKey } from '../../../shared/http/command-keys.ts'
import { ownUserId } from '../../../shared/session/session.ts'
import { deviceStorage } from '../../../shared/storage/browser-storage.ts'
import { emptyDraft, isEmptyDraft, isSameDraft, type Draft } from './draft.ts'

/**
 * The draft of a day in this browser. `writtenAt` is in milliseconds since 1970. `base`: the versions of the account that the
 * text was made from, and the versions sent without an answer. `isSent`: whether the account has the text. `passedOver`: the versions that
 * the user did not choose when they chose this text; the form does not follow the account to these.
 */
export type LocalDraft = {
  draft: Draft
  writtenAt: number
  base: readonly string[]
  isSent: boolean
  passedOver?: readonly string[]
}
export type LocalDrafts = Readonly<Record<number, LocalDraft>>

/** A text that another tab has stored, and that the account does not have. `key` is that of the storage. */
export type OtherDraft = LocalDraft & { key: string; day: number }

const prefix = 'thirty-submit-draft-'
/** Each tab has a key of its own, so that tabs without a connection do not replace each other's text. Earlier releases had one. */
const keyPattern = new RegExp(`^${prefix}(\\d+)(\\.|$)`)
const newKey = (day: number): string => `${prefix}${day}.${newIdempotencyKey()}`

const ownKeys = new Map<number, string>()
function keyOf(day: number): string {
  const key = ownKeys.get(day) ?? newKey(day)
  ownKeys.set(day, key)
  return key
}
/** Texts of other tabs that this tab continues, by day. They may be tabs that are closed, or this one before a reload. */
const adopted = new Map<number, OtherDraft>()

/** Earlier releases kept one draft, with its day in it. */
const oldKey = 'thirty-submit-draft'

/** Returns the drafts of this user on this device, by day. They survive a reload and a new tab. */
export function loadLocalDrafts(): LocalDrafts {
  adoptOldDraft()
  adopted.clear()
  const drafts = new Map<number, LocalDraft>()
  // The text of this tab, or else the newest one.
  const isOwn = ({ key, day }: OtherDraft) => Number(key === ownKeys.get(day))
  const stored = storedDrafts()
  for (const each of stored.toSorted((l, r) => isOwn(r) - isOwn(l) || r.writtenAt - l.writtenAt)) {
    const { key, day, ...local } = each
    if (!drafts.has(day)) {
      drafts.set(day, local)
      if (key !== ownKeys.get(day)) adopted.set(day, each)
    } else if (local.isSent) deviceStorage.remove(key)
  }
  return Object.fromEntries(drafts)
}

/** Returns what other tabs have stored and neither sent nor given to this one. */
export const loadOtherDrafts = (): OtherDraft[] =>
  storedDrafts().filter(
    ({ key, day, draft, isSent }) =>
      key !== ownKeys.get(day) &&
      !isSent &&
      !isEmptyDraft(draft) &&
      !isUnchanged(adopted.get(day), key, draft),
  )

function storedDrafts(): OtherDraft[] {
  return [...new Set(deviceStorage.keys())].flatMap((key) => {
    const day = Number(keyPattern.exec(key)?.[1])
    const local = day > 0 ? parse<LocalDraft>(deviceStorage.get(key)) : undefined
    return local ? [{ ...local, draft: { ...emptyDraft, ...local.draft }, key, day }] : []
  })
}

const isUnchanged = (known: OtherDraft | undefined, key: string, draft: Draft): boolean =>
  known?.key === key && isSameDraft(known.draft, draft)

/** Reads a text of another tab again; undefined if that tab has changed, sent or removed it since. */
export const findUnchanged = ({ key, draft }: OtherDraft): OtherDraft | undefined =>
  loadOtherDrafts().find((stored) => isUnchanged(stored, key, draft))

/** Stores the draft of a day; removes it without one. */
export function storeLocalDraft(day: number, local: LocalDraft | undefined): void {
  const before = adopted.get(day)
  const stored = before && parse<LocalDraft>(deviceStorage.get(before.key))
  // Another tab that has written more since then keeps it.
  if (stored && isUnchanged(before, before.key, { ...emptyDraft, ...stored.draft }))
    deviceStorage.remove(before.key)
  adopted.delete(day)
  if (local === undefined) deviceStorage.remove(keyOf(day))
  else store(keyOf(day), local)
}

/** Stores a text apart from that of this tab, or changes it there. */
export const storeOtherDraft = ({ key, day, ...local }: Omit<OtherDraft, 'key'> & { key?: string }): void =>
  store(key ?? newKey(day), local)

/** Forgets a text of another tab. */
export const forgetOtherDraft = ({ key }: OtherDraft): void => deviceStorage.remove(key)

/** Calls a function whenever another tab has changed a draft. Returns an unsubscribe function. */
export function onOtherDraft(changed: () => void): () => void {
  const listener = ({ key }: StorageEvent) => {
    if (key === null || keyPattern.test(key)) changed()
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

const store = (key: string, local: LocalDraft): void =>
  deviceStorage.set(key, JSON.stringify({ ...local, user: ownUserId() }))

/** Whether the draft outlives this page. It does not if the browser blocks storage. */
export const isDraftStored = (day: number): boolean =>
  deviceStorage.isStored(adopted.get(day)?.key ?? keyOf(day))

function adoptOldDraft(): void {
  const old = parse<Draft & { day?: number }>(deviceStorage.get(oldKey))
  if (old === undefined) return
  const { day, ...draft } = old
  if (day !== undefined && !storedDrafts().some((stored) => stored.day === day))
    storeLocalDraft(day, { draft, writtenAt: Date.now(), base: [], isSent: false })
  deviceStorage.remove(oldKey)
}

/** Reads what this module wrote for this user; undefined for another one. */
function parse<Stored extends object>(text: string | undefined): Stored | undefined {
  if (text === undefined) return undefined
  try {
    // Safe because this module wrote it; fields that an earlier release did not have get their defaults.
    const { user, ...stored } = JSON.parse(text) as Stored & { user?: string }
    // Safe: all other fields belong to the type.
    return user === ownUserId() ? (stored as unknown as Stored) : undefined
  } catch {
    return undefined
  }
}
