import { Buffer } from 'node:buffer'
import { ServerInterceptingCall, status, type Metadata, type ServerInterceptor } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'
import { grpcError, notLeader } from './messages.ts'

/** Refuses calls to streams that this node does not execute for their caller, before they reach their handler. */
export function checkAccess(
  faults: Faults,
  users: Readonly<Record<string, string>> | undefined,
): ServerInterceptor {
  const refusal = (metadata: Metadata) => userRefusal(metadata, users) ?? leaderRefusal(metadata, faults)
  return ({ path }, call) =>
    new ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, accept) {
            const error = path.includes('.Streams/') ? refusal(metadata) : undefined
            if (error === undefined) accept(metadata)
            else setTimeout(() => call.sendStatus(error), Math.random() * faults.notReadyDelayMs)
          },
        })
      },
    })
}

function userRefusal(metadata: Metadata, users: Readonly<Record<string, string>> | undefined) {
  if (users === undefined) return undefined
  const [header] = metadata.get('authorization')
  if (header === undefined) return grpcError(status.PERMISSION_DENIED, { exception: 'access-denied' })
  const [name = '', password] = Buffer.from(String(header).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  return users[name] !== undefined && users[name] === password ? undefined : grpcError(status.UNAUTHENTICATED)
}

function leaderRefusal(metadata: Metadata, { leader }: Faults) {
  if (leader === 'none') return grpcError(status.UNAVAILABLE)
  const requiresLeader = metadata.get('requires-leader').length > 0
  return typeof leader === 'number' && requiresLeader ? notLeader(leader) : undefined
}
