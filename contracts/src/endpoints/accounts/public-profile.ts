import { z } from 'zod'
import { publicProfileResponse } from '../../api/accounts/public-profile.ts'
import { get } from '../endpoint-definition.ts'
import { idParam } from '../path-parameters.ts'

/** The id of a user, or a username without regard to case. */
const params = z.object({ user: idParam })

export const publicProfileEndpoints = {
  one: get('/api/users/:user/profile', {
    summary: 'The public profile of a user, by id or username: standing, projects, recent activity',
    access: 'signed-in',
    params,
    response: publicProfileResponse,
    errors: ['user-not-found'],
  }),
}
