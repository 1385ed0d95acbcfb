// What tests/api/new-kind.test.ts puts into OPERATION_KINDS of a copy of the tree.
export const ENTRY = {
  gift: {
    states: {
      complete: { apiState: 'complete', status: 'transaction.state.complete', transfers: ['gift'], isInBalance: true, next: [] },
    },
    legs: {
      out: {
        description: 'transaction.description.to_person',
        notices: { complete: 'notification.sent_to_person' },
        category: 'sent',
        repeat: null,
      },
      in: {
        description: 'transaction.description.from_person',
        notices: { complete: 'notification.received_from_person' },
        category: 'received',
        repeat: null,
      },
    },
    isInDemo: false,
  },
}
