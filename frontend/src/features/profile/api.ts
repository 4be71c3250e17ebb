import type { ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { request } from '../../shared/http/http.ts'
import { upload } from '../../shared/http/upload.ts'

/** Changes fields of the profile and returns the user after the change. */
export const changeProfile = async (body: ProfileRequest) =>
  (await request('PUT', '/api/auth/profile', { body })).user

/** Uploads a profile image and returns its path. */
export const uploadProfileImage = async (file: File) =>
  (await upload('/api/uploads/profile-image', file, { field: 'profileImage' })).imageUrl

export const removeProfileImage = () => request('DELETE', '/api/uploads/profile-image')

/** Ends all other sessions and returns the token that replaces the one of this session. */
export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  request('POST', '/api/auth/change-password', { body })

/** Deletes the account. `password` is missing for an account that was created by a social sign-in. */
export const deleteAccount = (password: string) =>
  request('DELETE', '/api/auth/account', { body: password === '' ? {} : { password } })

/** Returns all data of the user as a file. */
export async function exportOwnData(): Promise<File> {
  const { success: _, ...data } = await request('GET', '/api/auth/export')
  const name = `thirty-my-data-${data.exportedAt.slice(0, 10)}.json`
  return new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' })
}
