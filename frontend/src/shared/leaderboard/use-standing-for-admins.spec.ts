// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockServer } from '../../../testing/mock-server.ts'
import { useStandingForAdmins } from './use-standing-for-admins.ts'

test('a participant without a rank has no standing', async () => {
  mockServer({
    'GET /api/users/:user/profile': (_request, id) => ({
      success: true,
      standing: { rank: id === 'ranked' ? 3 : null, days: [] },
    }),
  })
  const { result } = renderHook(() => ({
    unranked: useStandingForAdmins('unranked'),
    ranked: useStandingForAdmins('ranked'),
  }))
  await waitFor(() => expect(result.current.ranked).toMatchObject({ rank: 3 }))
  expect(result.current.unranked).toBeUndefined()
})
