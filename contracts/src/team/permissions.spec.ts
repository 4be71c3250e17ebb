import { describe, expect, test } from 'vitest'
import { adminRoles, type AdminRole } from './admin-roles.ts'
import {
  describeRolesWith,
  hasAllPermissionsOf,
  hasPermission,
  losesPermission,
  permissionIds,
  permissionRefusal,
  permissions,
  type Permission,
} from './permissions.ts'

/** Repeats the whole policy, so that a role that gains or loses a permission by accident fails a test. */
const matrix: Record<Permission, Record<AdminRole, boolean>> = {
  'view-admin-area': { owner: true, organiser: true, reviewer: true, viewer: true },
  'review-projects': { owner: true, organiser: true, reviewer: true, viewer: false },
  'moderate-community': { owner: true, organiser: true, reviewer: true, viewer: false },
  'run-challenge': { owner: true, organiser: true, reviewer: false, viewer: false },
  'manage-backups': { owner: true, organiser: true, reviewer: false, viewer: false },
  'trust-backups': { owner: true, organiser: false, reviewer: false, viewer: false },
  'manage-participants': { owner: true, organiser: true, reviewer: false, viewer: false },
  'export-data': { owner: true, organiser: true, reviewer: false, viewer: false },
  'manage-webhooks': { owner: true, organiser: true, reviewer: false, viewer: false },
  'view-health': { owner: true, organiser: true, reviewer: false, viewer: false },
  'manage-team': { owner: true, organiser: false, reviewer: false, viewer: false },
}

describe.each(permissionIds)('%s', (permission) => {
  test.each(adminRoles)('a %s has it or not, as the matrix says', (role) => {
    expect(hasPermission(role, permission)).toBe(matrix[permission][role])
  })

  test('participants and visitors, who have no role, do not have it', () => {
    expect(hasPermission(null, permission)).toBe(false)
    expect(hasPermission(undefined, permission)).toBe(false)
  })

  test('lists its roles in the order of all roles, and says what it allows', () => {
    const { roles, allows } = permissions[permission]
    expect(roles).toEqual(adminRoles.filter((role) => matrix[permission][role]))
    expect(allows).toMatch(/^[A-Z].*[^.]$/)
  })
})

test('every set of roles in the table has words, and only that of all roles is called admins', () => {
  for (const permission of permissionIds) {
    const isForAll = permissions[permission].roles.length === adminRoles.length
    expect([permission, describeRolesWith(permission) === 'admins']).toEqual([permission, isForAll])
  }
})

test('every role has all permissions of the roles below it, and lacks one of each role above it', () => {
  for (const [above, role] of adminRoles.entries())
    for (const [below, other] of adminRoles.entries())
      expect([role, other, hasAllPermissionsOf(role, other)]).toEqual([role, other, above <= below])
})

test('a demotion loses a permission, and a promotion and the same role lose none', () => {
  expect(losesPermission('owner', 'organiser')).toBe(true)
  expect(losesPermission('reviewer', 'viewer')).toBe(true)
  expect(losesPermission('viewer', 'reviewer')).toBe(false)
  expect(losesPermission('organiser', 'organiser')).toBe(false)
})

test('a refusal names the roles that have the permission', () => {
  expect(permissionRefusal('view-admin-area').message).toBe('Access denied. Admins only.')
  expect(permissionRefusal('review-projects').message).toBe(
    'Access denied. Only owners, organizers and reviewers can do this.',
  )
  expect(permissionRefusal('run-challenge').message).toBe(
    'Access denied. Only owners and organizers can do this.',
  )
  expect(permissionRefusal('manage-team').message).toBe('Access denied. Only owners can do this.')
  expect(describeRolesWith('view-admin-area')).toBe('admins')
})
