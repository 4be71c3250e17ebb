// What the role of the signed-in admin allows, by which screens hide what others may do, and all roles in words. Nothing is hidden from
// somebody without a known role, participants included: only the server refuses.

import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { hasPermission, rolesWith, type Permission } from '@thirty/contracts/team/permissions.ts'
import type { ReactNode } from 'react'
import { useSession } from '../session/session.ts'
import { Banner } from '../ui/display/surfaces.tsx'
import { t } from '../i18n/t.ts'

/**
 * The role of the admin; undefined for others, in a prerendered page, and for a session that an earlier release has stored. It changes
 * live: see `startApp`.
 */
export const useRole = (): AdminRole | undefined =>
  useSession(({ session }) => {
    if (session.kind === 'checking') return session.role
    return session.kind === 'admin' ? (session.user.role ?? undefined) : undefined
  })

/**
 * Whether the admin has a permission. Without a known role it is true: what is shown too much is refused by the server, and what is
 * hidden by mistake cannot be reached.
 */
export function useMay(permission: Permission): boolean {
  const role = useRole()
  return role === undefined || hasPermission(role, permission)
}

/** Hides its children from admins whose role lacks a permission. */
export const Allowed = ({ to: permission, children }: { to: Permission; children: ReactNode }) =>
  useMay(permission) && children

/** Says who can change what this screen shows, to an admin who cannot. */
export const ReadOnlyNotice = ({
  permission,
  text = (roles) => t('team.readOnly', roles),
}: {
  permission: Permission
  /** Another sentence, for a screen on which every role can do something. */
  text?: (roles: { lowest: string; role: string }) => string
}) => {
  const role = useRole()
  if (role === undefined || hasPermission(role, permission)) return null
  return <Banner kind="info">{text({ lowest: lowestRole(permission), role: roleLabels[role] })}</Banner>
}

export const roleLabels: Readonly<Record<AdminRole, string>> = {
  owner: t('team.owner'),
  organiser: t('team.organiser'),
  reviewer: t('team.reviewer'),
  viewer: t('team.viewer'),
}

export const roleDescriptions: Readonly<Record<AdminRole, string>> = {
  owner: t('team.ownerText'),
  organiser: t('team.organiserText'),
  reviewer: t('team.reviewerText'),
  viewer: t('team.viewerText'),
}

/** Returns the role with a permission that has the fewest rights, for sentences that name all of them. */
export const lowestRole = (permission: Permission): string => rolesWith(permission).at(-1) ?? ''
