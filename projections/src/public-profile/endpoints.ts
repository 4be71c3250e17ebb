import { publicProfileEndpoints } from '@thirty/contracts/api/accounts/public-profile.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { FindPublicProfile } from './query.ts'

export const publicProfileHandlers = (findProfile: FindPublicProfile): Endpoint[] => [
  endpoint(publicProfileEndpoints.one)(
    async ({ params, caller }) =>
      (await findProfile(params.user, caller)) ?? refuse('user-not-found', 'Profile not found'),
  ),
]
