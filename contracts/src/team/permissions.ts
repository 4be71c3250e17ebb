import { say, type Text } from '../texts/text.ts'
import type { AdminRole } from './admin-roles.ts'

/** What a permission allows, in words for people, and the roles that have it, in the order of `adminRoles`. */
export type PermissionDefinition = { allows: string; roles: readonly [AdminRole, ...AdminRole[]] }

/**
 * The policy: which role may do what. The access levels of endpoints, the rooms of sockets, and what screens show all follow from
 * this table, and `docs/security.md` repeats it.
 */
export const permissions = {
  'view-admin-area': {
    allows: 'See every screen of the admin area but Health and Webhooks, also the standings behind a freeze',
    roles: ['owner', 'organiser', 'reviewer', 'viewer'],
  },
  'review-projects': {
    allows:
      'Approve, reject and rate projects, show others which one is being rated, declare conflicts of interest, and keep saved texts',
    roles: ['owner', 'organiser', 'reviewer'],
  },
  'moderate-community': {
    allows: 'Remove comments, discussions and replies of others',
    roles: ['owner', 'organiser', 'reviewer'],
  },
  'run-challenge': {
    allows:
      'Start, schedule, end, freeze and reveal the challenge, change its options and its scoring, and choose calibration projects',
    roles: ['owner', 'organiser'],
  },
  'manage-backups': {
    allows: 'Reset the challenge; make, restore, export, import and delete backups',
    roles: ['owner', 'organiser'],
  },
  'trust-backups': {
    allows: 'Accept the keys of other installations, and import backup files without a known signature',
    roles: ['owner'],
  },
  'manage-participants': {
    allows: 'Import, activate and deactivate participants, and end their sessions',
    roles: ['owner', 'organiser'],
  },
  'export-data': {
    allows: 'Download users, projects, ratings, standings and the audit as files',
    roles: ['owner', 'organiser'],
  },
  'manage-webhooks': {
    allows: 'Create, change, test and delete webhooks, and see their deliveries',
    roles: ['owner', 'organiser'],
  },
  'view-health': { allows: 'See the health of the installation', roles: ['owner', 'organiser'] },
  'manage-team': {
    allows: 'Change roles, invite admins, change the status of admins, and end their sessions',
    roles: ['owner'],
  },
} as const satisfies Record<string, PermissionDefinition>

export type Permission = keyof typeof permissions

/** The ids of all permissions, in the order of the table. */
// Safe: these are the keys of the constant above.
export const permissionIds = Object.keys(permissions) as [Permission, ...Permission[]]

/** The roles that have a permission, in the order of `adminRoles`. */
export const rolesWith = (permission: Permission): readonly AdminRole[] => permissions[permission].roles

/** Returns whether a role has a permission. Participants have no role, and no permission. */
export const hasPermission = (role: AdminRole | null | undefined, permission: Permission): boolean =>
  role !== null && role !== undefined && rolesWith(permission).includes(role)

/** Returns whether somebody whose role changes loses a permission. */
export const losesPermission = (from: AdminRole, to: AdminRole): boolean =>
  permissionIds.some((permission) => hasPermission(from, permission) && !hasPermission(to, permission))

/** Returns whether a role has every permission of another one. */
export const hasAllPermissionsOf = (role: AdminRole, other: AdminRole): boolean =>
  !losesPermission(other, role)

/** Words for each set of roles that the table uses. They are written out, so that screens can translate the refusals. */
const words: Readonly<Record<string, { roles: string; refusal: Text }>> = {
  owner: { roles: 'owners', refusal: say('ownersOnly') },
  'owner organiser': { roles: 'owners and organizers', refusal: say('ownersAndOrganisersOnly') },
  'owner organiser reviewer': {
    roles: 'owners, organizers and reviewers',
    refusal: say('notForViewers'),
  },
}
/** All roles have it. */
const allRoles = { roles: 'admins', refusal: say('adminsOnly') }

const wordsFor = (permission: Permission) => words[rolesWith(permission).join(' ')] ?? allRoles

/** Returns the roles that have a permission as words: "owners and organizers", or "admins" if all have it. */
export const describeRolesWith = (permission: Permission): string => wordsFor(permission).roles

/** Returns the refusal of a caller who lacks a permission. It names the roles that have it. */
export const permissionRefusal = (permission: Permission): Text => wordsFor(permission).refusal
