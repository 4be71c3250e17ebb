// Chooses, crops and removes the profile image. Nothing is sent before the form is saved.

import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { Trash2, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { imageFileError } from '../../../shared/ui/forms/image-file.ts'
import { CropDialog } from '../crop/crop-dialog.tsx'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './profile-form.module.css'

/** What Save will do with the profile image. `url` shows the picked one until then. */
export type ImageChange = { kind: 'picked'; file: File; url: string } | { kind: 'removed' }

type ProfileImageFieldProps = {
  user: OwnUser
  change: ImageChange | undefined
  onChange: (change: ImageChange | undefined) => void
  disabled: boolean
}

/** Larger files would stop a phone for seconds while they are decoded. The cropped image is far smaller. */
const maxFileBytes = 30 * 1024 * 1024

export const ProfileImageField = ({ user, change, onChange, disabled }: ProfileImageFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [error, setError] = useState<string>()
  const url = change?.kind === 'picked' ? change.url : undefined
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  const image = change === undefined ? user.profileImage : (url ?? null)

  const choose = (chosen: File) => {
    const problem = imageFileError(chosen, maxFileBytes, t('profile.imageTooLarge'))
    setError(problem)
    if (problem === undefined) setFile(chosen)
  }
  const remove = () => {
    setError(undefined)
    onChange(user.profileImage === null ? undefined : { kind: 'removed' })
  }
  return (
    <div className={css.image} role="group" aria-label={t('profile.profileImage')}>
      <Avatar id={user._id} name={user.fullName} image={image} size={52} />
      <div className={css.imageText}>
        <strong>{t('profile.profileImage')}</strong>
        {error === undefined ? (
          <p>{t('profile.initialsWithoutImage')}</p>
        ) : (
          <p role="alert" className={css.imageError}>
            {error}
          </p>
        )}
      </div>
      <div className={layout.cluster8}>
        <input
          ref={input}
          type="file"
          name="profileImage"
          accept="image/*"
          hidden
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            if (chosen) choose(chosen)
            // Without this, choosing the same file again would fire no change event.
            event.target.value = ''
          }}
        />
        {image !== null && (
          <Button size="small" kind="quiet" icon={<Trash2 />} disabled={disabled} onClick={remove}>
            {t('profile.removeImage')}
          </Button>
        )}
        <Button size="small" icon={<Upload />} disabled={disabled} onClick={() => input.current?.click()}>
          {t('profile.chooseImage')}
        </Button>
      </div>
      {file !== undefined && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onCropped={(cropped) => {
            setFile(undefined)
            onChange({ kind: 'picked', file: cropped, url: URL.createObjectURL(cropped) })
          }}
        />
      )}
    </div>
  )
}
