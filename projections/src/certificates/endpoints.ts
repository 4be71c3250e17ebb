import { certificateEndpoints } from '@thirty/contracts/api/challenge/certificates.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { CertificateQueries } from './query.ts'

export const certificateHandlers = (queries: CertificateQueries): Endpoint[] => [
  endpoint(certificateEndpoints.mine)(({ caller }) => queries.own(caller.id)),
  endpoint(certificateEndpoints.ofCode)(async ({ params }) => ({
    success: true,
    certificate:
      (await queries.ofCode(params.code)) ??
      refuse('certificate-not-found', 'There is no certificate with this code'),
  })),
]
