// The reveal of this tab, which survives a reload.

import { tabStorage } from '../../shared/storage/browser-storage.ts'
import type { Standing } from './ceremony.ts'

/** A freeze whose final standings can be revealed. `frozenAt` is the time of the freeze (ISO). */
export type Freeze = { run: number; frozenAt: string }

/** A ceremony that has begun: its standings, at how many places it stops, and the number of steps that were made. */
export type Ceremony = { standings: readonly Standing[]; stops: number; step: number }

const key = 'thirty-reveal'

/** Returns the ceremony of this tab, which survives a reload of the page; undefined if none of this freeze has begun. */
export function loadCeremony(freeze: Freeze): Ceremony | undefined {
  const text = tabStorage.get(key)
  if (text === undefined) return undefined
  // Safe: only `storeCeremony` writes it.
  const { run, frozenAt, ...ceremony } = JSON.parse(text) as Freeze & Ceremony
  return run === freeze.run && frozenAt === freeze.frozenAt ? ceremony : undefined
}

export const storeCeremony = (freeze: Freeze, ceremony: Ceremony): void =>
  tabStorage.set(key, JSON.stringify({ ...freeze, ...ceremony }))

export const forgetCeremony = (): void => tabStorage.remove(key)
