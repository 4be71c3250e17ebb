export const en = {
  hide: 'Hide',
  hideTitle: 'Hide this text?',
  hideDescription:
    'Only its author and admins will see it, and its author can read the reason. You can show it again.',
  reason: 'Reason',
  cancel: 'Cancel',
  hiding: 'Hiding…',
  notHidden: 'Failed to hide the text. Please try again.',
  unhide: 'Unhide',
  unhideTitle: 'Show this text again?',
  unhideDescription: 'Everyone will see it.',
  notShown: 'Failed to show the text. Please try again.',
  hiddenBy: 'Hidden by <name></name> (<time></time>). Reason:',
  hiddenOwn: 'Hidden by an admin (<time></time>): only you and admins see it. Reason:',
} as const
