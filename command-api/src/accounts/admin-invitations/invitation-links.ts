// Links of invitations. A token is derived from the secret of the installation and the id, so that owners
// can copy a link again, and a repeated request gets the same one. Only its hash is stored.

import { hash } from 'node:crypto'
import { tokenLink } from '../../mail-template.ts'
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
