// The people of the demo: its admins and participants, and how they log in.

import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import content from './content.json' with { type: 'json' }

/** Password of all demo accounts. */
export const demoPassword = 'Thirty-days-1'

/** Returns the email address of a demo account, in a domain that cannot exist (RFC 2606). */
export const demoEmail = (username: string): string => `${username}@demo.example`

/**
 * The first one signs up with the registration key and is the owner, who invites the others. `strictness` is missing for people who rate
 * nothing.
 */
export const demoAdmins = [
  { fullName: 'Inés Duarte', username: 'ines_duarte', role: 'owner', strictness: 0.15 },
  { fullName: 'Samuel Adeyemi', username: 'samuel_adeyemi', role: 'organiser', strictness: 0.4 },
  { fullName: 'Greta Winther', username: 'greta_winther', role: 'reviewer' },
  { fullName: 'Davi Alencar', username: 'davi_alencar', role: 'reviewer' },
  { fullName: 'Runa Solheim', username: 'runa_solheim', role: 'viewer' },
] as const satisfies readonly DemoAdmin[]

type DemoAdmin = { fullName: string; username: string; role: AdminRole; strictness?: number }

/** The participant whose login the start banner shows. It has not submitted today's project. */
export const demoParticipant = 'maya_lindgren'

/**
 * A participant of the demo. `skill` and `activity` are in 0–1: the quality of the projects, and how often they submit.
 * `joinDay` is the challenge day on which they sign up. Everybody sees all of a `profile`.
 */
export type DemoPerson = (typeof demoPeople)[number]
export const demoPeople = content.people
