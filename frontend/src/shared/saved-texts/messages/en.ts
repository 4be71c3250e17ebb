export const en = {
  saved: '{kind, select, rejection {Saved reasons} other {Saved feedback}}',
  openWith: 'Alt ↓',
  saveThis: '{kind, select, rejection {Save this reason} other {Save this feedback}}',
  search: '{kind, select, rejection {Search saved reasons} other {Search saved feedback}}',
  loading: '{kind, select, rejection {Loading saved reasons} other {Loading saved feedback}}',
  notLoaded:
    '{kind, select, rejection {Failed to load the saved reasons} other {Failed to load the saved feedback}}',
  retry: 'Retry',
  noneYet:
    '{kind, select, rejection {No saved reasons yet. Write a reason, then save it for all admins.} other {No saved feedback yet. Write feedback, then save it for all admins.}}',
  noMatch: '{kind, select, rejection {No saved reason matches} other {No saved feedback matches}}',
  uses: '{count, plural, =0 {Not used yet} one {Used once} other {Used {count, number} times}}',

  add: '{kind, select, rejection {New saved reason} other {New saved feedback}}',
  edit: '{kind, select, rejection {Edit saved reason} other {Edit saved feedback}}',
  forAllAdmins: 'All admins can insert it.',
  title: 'Title',
  text: 'Text',
  placeholders:
    "When you insert the text, {name}, {project} and {day} become the participant's name, the project and its day. Don't put people's names in a saved text.",
  filledForEach: '{name}, {project} and {day} are filled in for each submission.',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
  notSaved: 'Failed to save the text. Please try again.',
  savedFor: '“{title}” saved for all admins',

  changedMeanwhile: "<bdi>{name}</bdi> changed this text <time></time>. Yours isn't saved.",
  theirs: 'Their text',
  useTheirs: 'Use theirs',
  keepMine: 'Replace it with mine',
  deletedMeanwhile: 'Another admin deleted this text. Save it again if it is still needed.',
} as const
