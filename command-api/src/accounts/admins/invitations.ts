// Handlers with which owners invite admins, and list and revoke invitations, and an invited person sees what a link is for.
// `sign-up/sign-up.ts` accepts the invitation. Whom an open invitation is for, an address and a note, are personal data of somebody without
// an account, so they are not in the log.

import { hash } from 'node:crypto'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { invitationEndpoints, type InvitationEntry } from '@thirty/contracts/team/api.ts'
import { nameAs, type Named } from '@thirty/contracts/accounts/stand-ins.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { invitationState, type Team } from '@thirty/contracts/team/team.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import { z } from 'zod'
import { maxEndedInvitations, maxOpenInvitations } from '@thirty/contracts/team/invitations.ts'
import type { Parts, With } from '../../parts.ts'
import type { HourlyTask } from '../../run-hourly.ts'
import { ensureListed, changeTeam, loadTeam } from './admin-list.ts'
import { createInvitation, openInvitations, requireInvitation, revokeInvitation } from './decide.ts'
import { sendMail, tokenLink } from '../../mail-template.ts'
import { withoutDigest } from '../../idempotency.ts'
import { derivedToken } from '../../derived-token.ts'
import { personOf } from '../../people.ts'

export function adminInvitationHandlers(parts: Parts): Endpoint[] {
  const { commands, clock, mail, secret, languageOf, steps } = parts
  return [
    endpoint(invitationEndpoints.list)(async () => ({
      invitations: await invitationEntries(parts, await loadTeam(commands)),
    })),
    // Without a digest of the body, which may contain an email address.
    steps(invitationEndpoints.create, 'create-invitation', async ({ body, caller, request }, digested) => {
      const { role, days, email, note } = body
      const by = caller.id
      const context = withoutDigest(digested)
      const { id } = context.command
      const tokenHash = invitationTokenHash(tokenOf(secret, id))
      await ensureListed(commands, by, context)
      const isRepeated = (await loadTeam(commands)).invitations.has(id)
      const expiresAt = isoTime(clock() + days * dayMs)
      const { position } = await changeTeam(commands, context, (team) =>
        createInvitation(team, { invitation: id, tokenHash, role, by, expiresAt }, clock()),
      )
      const team = await loadTeam(commands)
      // A repeated request completes an interrupted one, but does not bring back what was revoked meanwhile.
      if ((email || note) && openInvitations(team, clock()).some((open) => open.id === id))
        await keepDetails(parts, by, id, { email, note })
      const invitation = (await invitationEntries(parts, team)).find((entry) => entry.id === id)
      const link = linkOf(parts, { id, tokenHash })
      if (invitation === undefined || link === undefined)
        throw new Error('A new invitation is not in the list.')
      if (email !== undefined && !isRepeated) {
        sendMail({ mail }, { email, fullName: '' }, languageOf(request), ({ text }) => ({
          kind: 'admin-invitation',
          subject: text('adminInvitationSubject'),
          expiresAt: Date.parse(invitation.expiresAt),
          parts: [
            text('adminInvitation', { by: invitation.by.fullName, role: text(roleTexts[role]) }),
            { link, label: text('adminInvitationLink') },
            text('adminInvitationExpires', { days }),
            text('adminInvitationIgnore'),
          ],
        }))
      }
      return { message: 'Invitation created', position, invitation }
    }),
    steps(invitationEndpoints.revoke, 'revoke-invitation', async ({ params, caller }, digested) => {
      const context = withoutDigest(digested)
      await ensureListed(commands, caller.id, context)
      const { state, position } = await changeTeam(commands, context, (team) =>
        revokeInvitation(team, { id: params.invitationId, by: caller.id }),
      )
      // Deletes its address and note.
      await loadOpenDetails(parts, state)
      return { message: 'Invitation revoked', position }
    }),
    endpoint(invitationEndpoints.check)(async ({ body }) => {
      const team = await loadTeam(commands)
      const invitation = requireInvitation(team, invitationTokenHash(body.token))
      const state = invitationState(team, invitation, clock())
      // Somebody with an old link learns no more than that it is old.
      if (state !== 'open') return { invitation: { state, role: null, invitedBy: null, expiresAt: null } }
      const { by, role, expiresAt } = invitation
      const invitedBy = nameAs('invitedBy', await personOf(parts.commands, by))
      return { invitation: { state, role, ...invitedBy, expiresAt: isoTime(expiresAt) } }
    }),
  ]
}

const dayMs = 24 * 60 * 60_000

const roleTexts = {
  owner: 'roleOwner',
  organiser: 'roleOrganiser',
  reviewer: 'roleReviewer',
  viewer: 'roleViewer',
} as const satisfies Record<AdminRole, string>

/** Returns the entries of invitations, newest first. Also deletes the address and note of invitations that have ended. */
async function invitationEntries(parts: Parts, team: Team): Promise<InvitationEntry[]> {
  const now = parts.clock()
  const open = new Set(openInvitations(team, now))
  const newestFirst = [...team.invitations.values()].reverse()
  const tooOld = new Set(newestFirst.filter((one) => !open.has(one)).slice(maxEndedInvitations))
  const details = await loadOpenDetails(parts, team)
  const people = new Map<string, Promise<Named>>()
  /** Loads each person once: most invitations are by a few owners. */
  const personIn = async (id: string) => {
    const named = people.get(id) ?? personOf(parts.commands, id)
    people.set(id, named)
    return { _id: id, ...nameAs('fullName', await named) }
  }
  const entries = newestFirst
    .filter((invitation) => !tooOld.has(invitation))
    .map(async (invitation) => {
      const { id, role, by, createdAt, expiresAt, user } = invitation
      return {
        id,
        role,
        state: invitationState(team, invitation, now),
        by: await personIn(by),
        createdAt,
        expiresAt: isoTime(expiresAt),
        email: details[id]?.email ?? null,
        note: details[id]?.note ?? null,
        link: open.has(invitation) ? (linkOf(parts, invitation)?.href ?? null) : null,
        usedBy: user === undefined ? null : await personIn(user),
      }
    })
  return Promise.all(entries)
}

/** Returns the hash of an invitation's token, by which the log knows it. */
export const invitationTokenHash = (token: string): string => hash('sha256', token)

/** Returns the token of an invitation. It is derived, so that owners can copy a link again; only its hash is stored. */
const tokenOf = (secret: string, id: string): string => derivedToken(secret, 'admin-invitation', id)

/** Returns the link of an invitation; `undefined` if it was made under another secret. */
function linkOf({ secret, publicUrl }: Parts, { id, tokenHash }: { id: string; tokenHash: string }) {
  const token = tokenOf(secret, id)
  return invitationTokenHash(token) === tokenHash
    ? tokenLink(publicUrl, '/admin/invitation', token)
    : undefined
}

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
): Promise<unknown> =>
  personalDocuments.change(maker, collection, (stored) => {
    const kept = Object.entries(parse(stored)).slice(-maxOpenInvitations)
    return { ...Object.fromEntries(kept), [id]: added }
  })

/** Deletes the details of invitations that are not open any more, and returns the details of the open ones, by invitation. */
async function loadOpenDetails(
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
