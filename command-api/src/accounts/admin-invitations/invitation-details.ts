import { maxOpenInvitations } from '@thirty/contracts/team/invitations.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import { z } from 'zod'

/** Whom an invitation is for. It is personal data of somebody without an account, so it is not in the log. */
const details = z.object({ email: z.string().optional(), note: z.string().optional() })
export type InvitationDetails = z.infer<typeof details>

const document = z.record(z.string(), details)
type Details = z.infer<typeof document>

const collection = 'admin-invitations'
const parse = (stored: unknown): Details => (stored === undefined ? {} : document.parse(stored))

type Documents = { personalDocuments: Pick<PersonalDocuments, 'load' | 'change'> }

/** Returns the details of the invitations that an owner made, by invitation. */
export const loadDetails = async ({ personalDocuments }: Documents, maker: string): Promise<Details> =>
  parse(await personalDocuments.load(maker, collection))

/** Keeps the details of an invitation that an owner made. */
export const keepDetails = (
  { personalDocuments }: Documents,
  maker: string,
  id: string,
  { email, note }: InvitationDetails,
): Promise<void> =>
  email === undefined && note === undefined
    ? Promise.resolve()
    : personalDocuments.change(maker, collection, (stored) => {
        const kept = Object.entries(parse(stored)).slice(-maxOpenInvitations)
        const added = { ...(email !== undefined && { email }), ...(note !== undefined && { note }) }
        return { ...Object.fromEntries(kept), [id]: added }
      })

/** Removes the details of all invitations that an owner made, except the details of open invitations. */
export async function removeEndedDetails(
  deps: Documents,
  maker: string,
  isOpen: (id: string) => boolean,
): Promise<void> {
  const ids = Object.keys(await loadDetails(deps, maker))
  if (ids.every(isOpen)) return
  await deps.personalDocuments.change(maker, collection, (stored) => {
    const open = Object.entries(parse(stored)).filter(([id]) => isOpen(id))
    return open.length === 0 ? undefined : Object.fromEntries(open)
  })
}
