// Whom an open invitation is for: an address and a note. They are personal data of somebody without an account, so they are not in the log.

import { maxOpenInvitations } from '@thirty/contracts/team/invitations.ts'
import type { Team } from '@thirty/contracts/team/team.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import { z } from 'zod'
import type { With } from '../../parts.ts'
import type { HourlyTask } from '../../run-hourly.ts'
import { loadTeam } from '../admins/admin-list.ts'
import { openInvitations } from './decide.ts'

const details = z.object({ email: z.string().optional(), note: z.string().optional() })

/** The details of the invitations that an owner made, by invitation. */
const document = z.record(z.string(), details)
type Details = z.infer<typeof document>

const collection = 'admin-invitations'
const parse = (stored: unknown): Details => (stored === undefined ? {} : document.parse(stored))

/** Keeps the details of an invitation that an owner made. */
export const keepDetails = (
  { personalDocuments }: { personalDocuments: Pick<PersonalDocuments, 'change'> },
  maker: string,
  id: string,
  added: z.infer<typeof details>,
): Promise<void> =>
  personalDocuments.change(maker, collection, (stored) => {
    const kept = Object.entries(parse(stored)).slice(-maxOpenInvitations)
    return { ...Object.fromEntries(kept), [id]: added }
  })

/** Deletes the details of invitations that are not open any more, and returns those of the open ones, by invitation. */
export async function loadOpenDetails(
  { clock, personalDocuments }: With<'clock' | 'personalDocuments'>,
  team: Team,
): Promise<Details> {
  const open = new Set(openInvitations(team, clock()).map(({ id }) => id))
  // Everybody who may have made an invitation, also one that a log which was put back does not have.
  const makers = new Set([...team.members.keys(), ...[...team.invitations.values()].map(({ by }) => by)])
  const onlyOpen = (stored: unknown) => Object.entries(parse(stored)).filter(([id]) => open.has(id))
  const found = [...makers].map(async (maker) => {
    const stored = await personalDocuments.load(maker, collection)
    const kept = onlyOpen(stored)
    if (kept.length < Object.keys(parse(stored)).length)
      await personalDocuments.change(maker, collection, (current) => {
        const left = onlyOpen(current)
        return left.length === 0 ? undefined : Object.fromEntries(left)
      })
    return kept
  })
  return Object.fromEntries((await Promise.all(found)).flat())
}

/** Deletes the details of ended invitations every hour, even if nobody opens the list. Several processes may do so at once. */
export const forgetEndedHourly = (deps: With<'clock' | 'personalDocuments' | 'commands'>): HourlyTask => ({
  pass: async () => void (await loadOpenDetails(deps, await loadTeam(deps.commands))),
})
