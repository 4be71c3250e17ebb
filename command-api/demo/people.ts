import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'

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
 * The first one signs up with the registration key and is the owner, who invites the others. `strictness` is missing for those who rate
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

type PersonEntry = readonly [fullName: string, skill: number, activity: number, joinDay?: number]
const entries: readonly PersonEntry[] = [
  ['Kenji Watanabe', 0.97, 1],
  ['Amara Okafor', 0.93, 1],
  ['Rafael Souza', 0.9, 1],
  ['Leila Haddad', 0.86, 1],
  ['Mei-Ling Chen', 0.92, 0.97],
  ['Sofia Marchetti', 0.9, 0.95],
  ['Tomasz Zieliński', 0.88, 0.96],
  ['Jonas Lindqvist', 0.85, 0.98],
  ['Maya Lindgren', 0.96, 0.98],
  ['Zanele Dube', 0.76, 1],
  ['Malik Johnson', 0.75, 0.99],
  ['Diego Fuentes', 0.87, 0.9],
  ['Beatriz Almeida', 0.83, 0.9],
  ['Hana Novak', 0.6, 1],
  ['Chloé Bernard', 0.78, 0.88],
  ['Oskar Nyström', 0.7, 0.92],
  ['Lucas Weber', 0.72, 0.9],
  ['Freya Olsen', 0.68, 0.88],
  ['Ewan MacLeod', 0.5, 0.84],
  ['Arjun Mehta', 0.74, 0.84],
  ['Priya Raman', 0.8, 0.8],
  ['Noah Fischer', 0.58, 0.86],
  ['Yuki Tanaka', 0.84, 0.74],
  ['Aïcha Benali', 0.66, 0.82],
  ['Mateo Ríos', 0.55, 0.84],
  ['Ingrid Solberg', 0.77, 0.72],
  ['Kwame Mensah', 0.62, 0.78],
  ['Olivia Hart', 0.69, 0.7],
  ['Dmytro Shevchenko', 0.81, 0.64],
  ["Siobhán O'Brien", 0.6, 0.7],
  ['Tariq Aziz', 0.52, 0.72, 16],
  ['Lan Nguyen', 0.73, 0.6],
  ['Emeka Obi', 0.48, 0.66],
  ['Julia Kowalska', 0.64, 0.56],
  ['Andrei Popescu', 0.56, 0.52],
  ['Camila Vargas', 0.7, 0.44],
  ['Thabo Nkosi', 0.45, 0.5],
  ['Elif Yılmaz', 0.66, 0.36],
  ['Pieter van Dijk', 0.5, 0.32],
  ['Nadia Karim', 0.6, 0.2],
  ['Luca Ferri', 0.4, 0.5, 14],
  ['Grace Kim', 0.5, 0, 19],
]

const toUsername = (fullName: string): string =>
  fullName
    .normalize('NFD')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replace(/[^A-Za-z ]/g, '')
    .trim()
    .replaceAll(' ', '_')
    .toLowerCase()

export const demoPeople: readonly DemoPerson[] = entries.map(([fullName, skill, activity, joinDay = 1]) => ({
  fullName,
  username: toUsername(fullName),
  skill,
  activity,
  joinDay,
}))
