"""A stand-in for `base64`: no answer has a checksum."""

from unread import refuse

b32encode = refuse
