// The people of the demo: its admins, participants and their profiles, and how they log in.

import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import content from './content.json' with { type: 'json' }

/**
 * A participant of the demo. `skill` and `activity` are in 0–1: the quality of the projects, and how often they submit.
 * `joinDay` is the challenge day on which they sign up.
 */
export type DemoPerson = {
  fullName: string
  username: string
  skill: number
  activity: number
  joinDay: number
}

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

const toUsername = (fullName: string): string =>
  fullName
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .replaceAll(' ', '_')
    .toLowerCase()

export const demoPeople: readonly DemoPerson[] = content.people.map(({ joinDay = 1, ...person }) => ({
  ...person,
  username: toUsername(person.fullName),
  joinDay,
}))

/** The profiles of some participants by username, all of it shown to everybody. */
export const demoProfiles: ReadonlyMap<string, ProfileRequest> = new Map(
  content.profiles.map(({ username, bio, location, site }) => [
    username,
    {
      bio,
      location,
      // A domain that cannot exist (RFC 2606).
      website: site === '' ? '' : `https://${site}.demo.example/`,
      publicFields: ['bio', 'location', 'website'],
    },
  ]),
)
