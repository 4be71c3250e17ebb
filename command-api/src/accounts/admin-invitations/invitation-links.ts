// Links of invitations, and the email with such a link. A token is derived from the secret of the installation and the id, so that owners
// can copy a link again, and a repeated request gets the same one. Only its hash is stored.

import { hash } from 'node:crypto'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { writeMail, tokenLink } from '../../mail-template.ts'
import { derivedToken } from '../../derived-token.ts'
import type { With } from '../../parts.ts'

export const hashToken = (token: string): string => hash('sha256', token)

export const tokenOf = (secret: string, id: string): string => derivedToken(secret, 'admin-invitation', id)

/** Returns the link of an invitation; `undefined` if it was made under another secret. */
export function linkOf(
  { secret, publicUrl }: With<'secret' | 'publicUrl'>,
  { id, tokenHash }: { id: string; tokenHash: string },
): URL | undefined {
  const token = tokenOf(secret, id)
  return hashToken(token) === tokenHash ? tokenLink(publicUrl, '/admin/invitation', token) : undefined
}

type InvitationMail = {
  to: string
  link: URL
  /** The name of the person who invites. */
  by: string
  role: AdminRole
  days: number
  /** Milliseconds since 1970. */
  until: number
  reader: AccountLanguage
}

const roleTexts = {
  owner: 'roleOwner',
  organiser: 'roleOrganiser',
  reviewer: 'roleReviewer',
  viewer: 'roleViewer',
} as const satisfies Record<AdminRole, string>

export const adminInvitationMail = ({ to, link, by, role, days, until, reader }: InvitationMail) =>
  writeMail({ email: to, fullName: '' }, reader, ({ text }) => ({
    kind: 'admin-invitation',
    subject: text('adminInvitationSubject'),
    expiresAt: until,
    parts: [
      text('adminInvitation', { by, role: text(roleTexts[role]) }),
      { link, label: text('adminInvitationLink') },
      text('adminInvitationExpires', { days }),
      text('adminInvitationIgnore'),
    ],
  }))
