/** What access depends on besides the identity of a user. */
export type Privileges = {
  isAdmin: boolean
  /** Set while the user has to set up two-factor sign-in before anything else (`rules/two-factor.ts`). */
  needsTwoFactor?: true
}

/** The message for callers who have to set up two-factor sign-in first. */
export const twoFactorNeededMessage = 'Set up two-factor sign-in first.'

/** Returns the privileges of an account. An admin whose account is not active has no admin rights. */
export const privilegesOf = ({ isAdmin, status }: { isAdmin: boolean; status: string }): Privileges => ({
  isAdmin: isAdmin && status === 'active',
})

/** The message for a command of a user whose account is pending. */
export const pendingAccountMessage = 'Your account is waiting for an admin'

/** An authenticated caller, as far as access depends on them. */
export type AccessCaller = Privileges & { id: string; isOperator?: true }

/** A condition for callers with a session, and the message for callers who do not meet it. */
export type AccessRule = {
  /** `params` are the parameters of the path. */
  allows(caller: AccessCaller, params: Readonly<Record<string, unknown>>): boolean
  refusal: string
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
  | { session: 'refused'; refusal: string }
  | { session: 'required'; rule?: AccessRule; admitsOperators?: true }
)

/** All access levels. Endpoint definitions name them. */
export const accessLevels = {
  everyone: { description: 'Everyone.', session: 'ignored' },
  visitors: { description: 'Visitors only.', session: 'refused', refusal: "You're already logged in." },
  'signed-in': { description: 'Authenticated users.', session: 'required' },
  participants: {
    description: 'Participants.',
    session: 'required',
    rule: { allows: ({ isAdmin }) => !isAdmin, refusal: "Admins can't take part in the challenge." },
  },
  admins: {
    description: 'Admins, and operators on the machine of the server.',
    session: 'required',
    admitsOperators: true,
    rule: { allows: ({ isAdmin }) => isAdmin, refusal: 'Access denied. Admins only.' },
  },
  operators: {
    description: 'Operators on the machine of the server.',
    session: 'required',
    admitsOperators: true,
    rule: {
      allows: ({ isOperator }) => isOperator === true,
      refusal: 'Access denied. Operators only.',
    },
  },
  /** For endpoints with `:userId` in their path. */
  'self-or-admins': {
    description: 'The user concerned, and admins.',
    session: 'required',
    rule: {
      allows: ({ id, isAdmin }, params) => isAdmin || params['userId'] === id,
      refusal: 'Access denied.',
    },
  },
} as const satisfies Record<string, AccessLevel>

export type Access = keyof typeof accessLevels
export type AccessLevels = Readonly<Record<Access, AccessLevel>>

/** The levels whose endpoints always have a caller. */
export type AccessWithCaller = {
  [Name in Access]: (typeof accessLevels)[Name]['session'] extends 'required' ? Name : never
}[Access]
