import { t } from '../../i18n/t.ts'

/** Returns the error of a chosen file, which is `tooLarge` for an image of more than `maxBytes`; undefined if it may be used. */
export function imageFileError(
  { type, size }: Pick<File, 'type' | 'size'>,
  maxBytes: number,
  tooLarge: string,
): string | undefined {
  if (!type.startsWith('image/')) return t('common.chooseAnImage')
  return size > maxBytes ? tooLarge : undefined
}
