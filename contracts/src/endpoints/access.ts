// The access levels of endpoints: who may call them.

import type { AdminRole } from '../team/admin-roles.ts'
import {
  describeRolesWith,
  hasPermission,
  permissionIds,
  permissionRefusal,
  type Permission,
} from '../team/permissions.ts'
import { say, type Text } from '../texts/text.ts'

/** What access depends on besides the identity of a user. `role` is null for everybody but admins. */
export type Privileges = {
  isAdmin: boolean
  role: AdminRole | null
  /** Set while the user has to set up two-factor sign-in before anything else (`accounts/two-factor.ts`). */
  needsTwoFactor?: true
}

/** Returns the privileges of an admin with this role; without a role, the privileges of a participant. */
export const privilegesFor = (role: AdminRole | null): Privileges => ({ isAdmin: role !== null, role })

/** Returns the privileges of an account. An admin whose account is not active has no admin rights. */
export const privilegesOf = ({ role, status }: { role: AdminRole | null; status: string }): Privileges =>
  privilegesFor(status === 'active' ? role : null)

/** The refusal of commands of a user whose account is pending. */
export const pendingAccountText = say('accountPending')

/** An authenticated caller, as far as access depends on them. */
export type AccessCaller = Privileges & { id: string; isOperator?: true }

/** A condition for callers with a session, and the message for callers who do not meet it. */
export type AccessRule = {
  /** `params` are the parameters of the path. */
  allows(caller: AccessCaller, params: Readonly<Record<string, unknown>>): boolean
  refusal: Text
}

/**
 * Who may call an endpoint. `session` says what happens to a token: it is ignored, a request with one is refused, or the
 * token of a valid session is required, whose user may have to meet a rule. `admitsOperators`: the token of an operator is
 * accepted in place of one of a session, from the machine of the server only.
 */
export type AccessLevel = {
  /** For the API documentation. */
  description: string
} & (
  | { session: 'ignored' }
  | { session: 'refused'; refusal: Text }
  | { session: 'required'; rule?: AccessRule; admitsOperators?: true }
)

type PermissionLevel = AccessLevel & { session: 'required' }

/** Returns the access level of callers with a permission. */
const levelFor = (permission: Permission): PermissionLevel => {
  const roles = describeRolesWith(permission)
  return {
    description: `${roles.charAt(0).toUpperCase()}${roles.slice(1)}, and operators on the machine of the server.`,
    session: 'required',
    admitsOperators: true,
    rule: {
      allows: ({ role }) => hasPermission(role, permission),
      refusal: permissionRefusal(permission),
    },
  }
}

/** All access levels. Endpoint definitions name them. The levels of admin endpoints have the names of the permissions. */
export const accessLevels = {
  // Safe: one entry for each permission.
  ...(Object.fromEntries(permissionIds.map((permission) => [permission, levelFor(permission)])) as Record<
    Permission,
    PermissionLevel
  >),
  everyone: { description: 'Everyone.', session: 'ignored' },
  visitors: { description: 'Visitors only.', session: 'refused', refusal: say('alreadyLoggedIn') },
  'signed-in': { description: 'Authenticated users.', session: 'required' },
  participants: {
    description: 'Participants.',
    session: 'required',
    rule: { allows: ({ isAdmin }) => !isAdmin, refusal: say('adminsTakeNoPart') },
  },
  /** Participants rate for the community, and admins who may review officially. */
  raters: {
    description: `Participants, and ${describeRolesWith('review-projects')}.`,
    session: 'required',
    rule: {
      allows: ({ isAdmin, role }) => !isAdmin || hasPermission(role, 'review-projects'),
      refusal: permissionRefusal('review-projects'),
    },
  },
  operators: {
    description: 'Operators on the machine of the server.',
    session: 'required',
    admitsOperators: true,
    rule: { allows: ({ isOperator }) => isOperator === true, refusal: say('operatorsOnly') },
  },
  /** For endpoints with `:userId` in their path. */
  'self-or-admins': {
    description: 'The user concerned, and admins.',
    session: 'required',
    rule: {
      allows: ({ id, role }, params) => hasPermission(role, 'view-admin-area') || params['userId'] === id,
      refusal: say('accessDenied'),
    },
  },
} as const satisfies Record<string, AccessLevel>

export type Access = keyof typeof accessLevels

/** The levels whose endpoints always have a caller. */
export type AccessWithCaller = {
  [Name in Access]: (typeof accessLevels)[Name]['session'] extends 'required' ? Name : never
}[Access]
