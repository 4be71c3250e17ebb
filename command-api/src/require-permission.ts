import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { hasPermission, permissionRefusal, type Permission } from '@thirty/contracts/team/permissions.ts'

/** Throws `not-allowed` for a role that lacks a permission, and for a participant. */
export function requirePermission(role: AdminRole | null, permission: Permission): void {
  if (!hasPermission(role, permission)) refuse('not-allowed', permissionRefusal(permission))
}
