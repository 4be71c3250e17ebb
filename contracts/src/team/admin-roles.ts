/**
 * The roles of admins. Viewers see the admin area, reviewers also review and rate, organisers also run the challenge, and owners also
 * decide who else is an admin.
 */
export const adminRoles = ['owner', 'organiser', 'reviewer', 'viewer'] as const

export type AdminRole = (typeof adminRoles)[number]

/** The role of an admin whose role no event names: from before there were roles, when every admin could do everything. */
export const roleWithoutEvent: AdminRole = 'owner'
