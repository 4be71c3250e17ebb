import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { OwnDataQuery } from './query.ts'

export const ownDataHandlers = (ownData: OwnDataQuery): Endpoint[] => [
  endpoint(accountEndpoints.exportData)(
    async ({ caller }) => (await ownData(caller.id)) ?? refuse('not-signed-in', 'Authentication failed'),
  ),
]
