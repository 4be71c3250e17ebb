#!/bin/sh
# Creates the bucket and the product's own key. Idempotent.
set -eu
mc mb --ignore-existing "storage/$S3_BUCKET"
cat >/tmp/policy.json <<POLICY
{
  "Version": "2012-10-17",
  "Statement": [
    { "Effect": "Allow", "Action": ["s3:ListBucket"], "Resource": ["arn:aws:s3:::$S3_BUCKET"] },
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      "Resource": ["arn:aws:s3:::$S3_BUCKET/*"]
    }
  ]
}
POLICY
mc admin policy create storage thirty /tmp/policy.json
mc admin user add storage "$S3_ACCESS_KEY_ID" "$S3_SECRET_ACCESS_KEY"
# Attaching a policy that is already attached is an error.
mc admin policy attach storage thirty --user "$S3_ACCESS_KEY_ID" ||
  case "$(mc admin user info storage "$S3_ACCESS_KEY_ID")" in *thirty*) ;; *) exit 1 ;; esac
